/** Props that a test may change after it has mounted a component. */
export function reactive<T extends object>(value: T): T {
  const state = $state(value);
  return state;
}

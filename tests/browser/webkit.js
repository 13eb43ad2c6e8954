// Follows the steps of a locator in the page; axe knows the roles and names of elements.

const fits = ({ source, flags }, text) => new RegExp(source, flags).test(text);
const textOf = (element) => element.textContent.replace(/\s+/g, ' ').trim();
const nameOf = (element) => axe.commons.text.accessibleText(element).replace(/\s+/g, ' ').trim();
// axe gives paragraphs no role.
const roleOf = (element) =>
  axe.commons.aria.getRole(element) ?? (element.localName === 'p' ? 'paragraph' : null);
const levelOf = (element) =>
  Number(element.getAttribute('aria-level') ?? element.localName.replace('h', ''));
const isEnabled = (element) => !element.disabled && !element.closest('fieldset:disabled');
const isVisible = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
};

const CONTROLS = 'input, select, textarea, meter, progress, output';

function below(root, step) {
  const all = (selector) => [...root.querySelectorAll(selector)];
  if (step.css) return all(step.css);
  if (step.closest) return [root.closest(step.closest)].filter(Boolean);
  if (step.role) {
    return all('*').filter(
      (element) =>
        roleOf(element) === step.role &&
        axe.commons.dom.isVisibleToScreenReaders(element) &&
        (!step.level || levelOf(element) === step.level) &&
        (!step.name || fits(step.name, nameOf(element))),
    );
  }
  if (step.label) return all(CONTROLS).filter((element) => fits(step.label, nameOf(element)));
  const having = (element) => !element.closest('script, style') && fits(step.text, textOf(element));
  return all('*').filter((element) => having(element) && ![...element.children].some(having));
}

const inOrder = (elements) =>
  [...new Set(elements)].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

function follow(steps) {
  let found = [document.documentElement];
  for (const step of steps) {
    if ('nth' in step) found = found.slice(step.nth).slice(0, 1);
    else if (step.or) found = inOrder([...found, ...follow(step.or)]);
    else if (step.has) found = found.filter((element) => fits(step.has, textOf(element)));
    else found = [...new Set(found.flatMap((element) => below(element, step)))];
  }
  return found;
}

function find(steps) {
  axe.setup(document.documentElement);
  return follow(steps);
}

/* Parts that several screens load when they are asked for, with the texts that they show. */

import { withTexts } from '../i18n';

export const loadMenu = () =>
  withTexts(import('./seat-menu/Menu.svelte'), 'menu', 'settings', 'shared', 'tablet');
export const loadNotFound = () => withTexts(import('../ui/NotFound.svelte'), 'shared');
export const loadRules = () => withTexts(import('./rules/RulesDrawer.svelte'), 'rules', 'shared');
export const loadSeatActions = () =>
  withTexts(import('./seat-menu/SeatActions.svelte'), 'menu', 'shared');

// Form fields, and the names of rules and boards.
import { make } from './dom.js';
import { t } from './words.js';

/** @typedef {{ rule: string, width: number, height: number }} Start a rule and a board */

/** The rules offered until the engine has listed its own. */
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-exact'];
/** The usual sizes of boards. */
export const SIZES = ['15x15', '19x19', '20x20', '13x13', '9x9'];

/** @param {string} name @param {string} label @param {boolean} checked */
export const check = (name, label, checked) =>
  make('label.check', {}, make('input', { type: 'checkbox', name, checked }), label);

/** @param {string} id @param {string} label @param {[string, string][]} all value and text @param {string} chosen @param {(value: string) => void} [then] */
export function select(id, label, all, chosen, then = () => {}) {
  const option = (/** @type {[string, string]} */ [value, text]) =>
    make('option', { value, selected: value === chosen }, text);
  const element = make('select', { id, onchange: () => then(element.value) }, ...all.map(option));
  return make('label.field', {}, label, element);
}

/** The rules to choose from. @param {string[]} [rules] the engine's @returns {[string, string][]} */
export const ruleOptions = (rules = RULES) => rules.map((name) => [name, t(`rule ${name}`)]);

/** The usual sizes, and `size`. @param {string} [size] @returns {[string, string][]} */
export const sizeOptions = (size = SIZES[0]) =>
  [...new Set([...SIZES, size])].map((name) => [name, name.replace('x', '×')]);

/** @param {string} rule */
export function ruleName(rule) {
  const [variant, ...extras] = rule.split('+');
  return [t(`rule ${variant}`), ...extras.map((extra) => t(`rule +${extra}`))].join(', ');
}

/** A rule and a board in words. @param {Start} start */
export const described = ({ rule, width, height }) => `${ruleName(rule)} · ${width}×${height}`;

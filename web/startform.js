// The form for a rule and a board, which two dialogs share, and the dialog that changes them.
import { button, dialog, make, openDialog } from './dom.js';
import { RULES, SIZES, check, ruleOptions, sizeOptions } from './fields.js';
import { SIDES } from './tengen/points.js';
import { t } from './words.js';

/** @typedef {import('./fields.js').Start} Start */

/** Those among them that few people play. */
const RARE = ['caro', 'caro-exact'];
/** Modifiers of a rule. */
const EXTRAS = ['fb_check', 'continuous'];

/**
 * A group of radio buttons.
 * @param {string} name @param {string} label @param {[string, string][]} all value and text @param {string} chosen
 */
export function choices(name, label, all, chosen) {
  const option = (/** @type {[string, string]} */ [value, text]) =>
    make(
      'label',
      {},
      make('input', { type: 'radio', name, value, checked: value === chosen }),
      make('span', {}, text),
    );
  return make('fieldset', {}, make('legend', {}, label), make('div.choices', {}, ...all.map(option)));
}

/** @param {string} name @param {string} label @param {number} value @param {number} min @param {number} max */
export function number(name, label, value, min, max) {
  const [from, to] = [String(min), String(max)];
  const kind = { type: 'number', name, value: String(value), min: from, max: to, step: 'any' };
  return make('label.field', {}, label, make('input', { ...kind, required: true, inputMode: 'decimal' }));
}

/** A field with an explanation below it. @param {HTMLElement} field @param {string} text */
export const explained = (field, text) => make('div.extra', {}, field, make('p.muted', {}, text));

/** Hides fields and disables them, so that they cannot block the form. @param {HTMLElement} fields @param {boolean} hidden */
export function hide(fields, hidden) {
  fields.hidden = hidden;
  for (const input of fields.querySelectorAll('input')) input.disabled = hidden;
}

/** The fields for a rule and a board. @param {Start} start @param {string[]} [rules] the engine's */
export function startFields({ rule, width, height }, rules = RULES) {
  const [variant, ...extras] = rule.split('+');
  const usual = SIZES.includes(`${width}x${height}`);
  const columns = number('width', t('columns'), width, SIDES[0], SIDES[1]);
  const rows = number('height', t('rows'), height, SIDES[0], SIDES[1]);
  const options = ruleOptions(rules);
  const fields = {
    rule: choices(
      'rule',
      t('rule'),
      options.filter(([name]) => !RARE.includes(name)),
      variant,
    ),
    rareRule: choices(
      'rule',
      t('otherRules'),
      options.filter(([name]) => RARE.includes(name)),
      variant,
    ),
    isRare: RARE.includes(variant),
    about: make('p.muted', { id: 'about-rule', style: 'margin:0' }),
    extras: EXTRAS.map((name) => ({ name, label: t(`rule +${name}`), checked: extras.includes(name) })),
    size: choices(
      'size',
      t('size'),
      [...sizeOptions(), ['other', t('otherSize')]],
      usual ? `${width}x${height}` : 'other',
    ),
    other: make('div.row', { id: 'other-size' }, columns, rows),
  };
  /** Updates the fields that depend on others. @param {FormData} data */
  const show = (data) => {
    fields.about.textContent = t(`about ${data.get('rule')}`);
    hide(fields.other, data.get('size') !== 'other');
  };
  return { ...fields, show };
}

/** The rule and board in a form. @param {FormData} data @returns {Start} */
export function readStart(data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  const size = text('size') === 'other' ? [text('width'), text('height')] : text('size').split('x');
  const [width, height] = size.map((side) => Math.round(Number(side)));
  const extras = EXTRAS.filter((extra) => data.has(extra));
  return { width, height, rule: [text('rule'), ...extras].join('+') };
}

/** Asks for rule and board of the game. @param {import('./app.js').App} app */
export function askForRule(app) {
  const fields = startFields(app.tree.start, app.hello?.rules);
  const form = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'dialog-title' }, t('ruleAndBoard')),
    fields.rule,
    fields.rareRule,
    fields.about,
    make('div.row', {}, ...fields.extras.map(({ name, label, checked }) => check(name, label, checked))),
    fields.size,
    fields.other,
    make('p.muted', { style: 'margin:0' }, t('aboutRuleChange')),
    make(
      'div.end',
      {},
      button(t('cancel'), () => dialog().close()),
      make('button.button.main', { type: 'submit', id: 'change-rule' }, t('change')),
    ),
  );
  form.addEventListener('change', () => fields.show(new FormData(form)));
  form.addEventListener('submit', () => app.ruleLine.change(readStart(new FormData(form))));
  fields.show(new FormData(form));
  openDialog(form);
}

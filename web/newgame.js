// What a new game begins with.
import { button, byId, make } from './dom.js';
import { t } from './words.js';

/**
 * @typedef {import('./play.js').Setup} Setup
 * @typedef {import('./engine.js').Game} Game
 */

/**
 * Buttons of which one is chosen.
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
export const number = (name, label, value, min, max) =>
  make(
    'label.field',
    {},
    label,
    make('input', {
      type: 'number',
      name,
      value: String(value),
      min: String(min),
      max: String(max),
      step: 'any',
      required: true,
      inputMode: 'decimal',
    }),
  );

/** @param {string} name @param {string} label @param {boolean} checked */
export const check = (name, label, checked) =>
  make('label.check', {}, make('input', { type: 'checkbox', name, checked }), label);

/** Something on top of a rule, and what it means. @param {string} name @param {string} label @param {boolean} checked */
const extra = (name, label, checked) =>
  make('div.extra', {}, check(name, t(label), checked), make('p.muted', {}, t(`about +${name}`)));

/** Seconds from one move of Tengen against itself to the next, if nobody has said. */
export const PACE = 1;

/** The sides that most people want. */
export const SIZES = ['15x15', '19x19', '20x20', '13x13', '9x9'];

/** @type {Record<string, Setup['seats']>} */
export const SIDES_TAKEN = {
  black: { black: 'person', white: 'tengen' },
  white: { black: 'tengen', white: 'person' },
  both: { black: 'person', white: 'person' },
  none: { black: 'tengen', white: 'tengen' },
};

/** The side that somebody plays who is seated so. @param {Setup['seats']} seats */
export const sideTaken = (seats) =>
  Object.keys(SIDES_TAKEN).find(
    (side) => SIDES_TAKEN[side].black === seats.black && SIDES_TAKEN[side].white === seats.white,
  ) ?? 'both';

/** @param {import('./app.js').App} app @param {Setup} setup @param {(start: Game, setup: Setup) => void} begin */
export function askForGame(app, setup, begin) {
  const { hello } = app;
  const { rule, width, height } = app.tree.start;
  const [variant, ...extras] = rule.split('+');
  const size = SIZES.includes(`${width}x${height}`) ? `${width}x${height}` : 'other';
  const side = sideTaken(setup.seats);
  const dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
  const levelName = make('output', { for: 'level' });
  const level = make('input', {
    type: 'range',
    id: 'level',
    name: 'level',
    min: '1',
    max: String(hello?.levels.length ?? 8),
    value: String(setup.level),
    'aria-label': t('level'),
  });
  const nameLevel = () => (levelName.textContent = `${level.value} ${t(`level ${level.value}`)}`);
  const form = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'dialog-title' }, t('newGame')),
    choices(
      'side',
      t('youPlay'),
      [
        ['black', t('black')],
        ['white', t('white')],
        ['either', t('either')],
        ['both', t('bothSides')],
        ['none', t('noSide')],
      ],
      side,
    ),
    make(
      'fieldset',
      {},
      make('legend', {}, t('level'), ' '),
      make('div.field', {}, level, levelName),
      make('div', { id: 'full-time' }, number('time', t('timeOfFull'), setup.time / 1000, 0.1, 3600)),
    ),
    make('div', { id: 'own-pace' }, number('pace', t('pace'), setup.pace ?? PACE, 0, 60)),
    choices(
      'rule',
      t('rule'),
      (hello?.rules ?? ['freestyle', 'standard', 'renju', 'caro', 'caro-exact']).map(
        (/** @type {string} */ name) => [name, t(`rule ${name}`)],
      ),
      variant,
    ),
    make('p.muted', { id: 'about-rule', style: 'margin:0' }),
    make(
      'div',
      {},
      extra('fb_check', 'rule +fb_check', extras.includes('fb_check')),
      extra('continuous', 'rule +continuous', extras.includes('continuous')),
      extra('swap2', 'withSwap2', setup.swap2),
    ),
    choices(
      'size',
      t('size'),
      [
        ...SIZES.map((s) => /** @type {[string, string]} */ ([s, s.replace('x', '×')])),
        ['other', t('otherSize')],
      ],
      size,
    ),
    make(
      'div.row',
      { id: 'other-size' },
      number('width', t('columns'), width, 5, 32),
      number('height', t('rows'), height, 5, 32),
    ),
    choices(
      'clock',
      t('clock'),
      [
        ['none', t('noClock')],
        ['turn', t('clockTurn')],
        ['match', t('clockMatch')],
      ],
      setup.terms.kind,
    ),
    make('div.row', { id: 'clock-turn' }, number('turn', t('secondsTurn'), setup.terms.turn, 1, 86400)),
    make(
      'div.row',
      { id: 'clock-match' },
      number('main', t('minutesGame'), setup.terms.main / 60, 0.1, 1440),
      number('plus', t('secondsPlus'), setup.terms.plus, 0, 3600),
    ),
    make(
      'div.end',
      {},
      button(t('cancel'), () => dialog.close()),
      make('button.button.main', { type: 'submit', id: 'begin' }, t('begin')),
    ),
  );
  const show = () => {
    nameLevel();
    const data = new FormData(form);
    const hide = (/** @type {string} */ id, /** @type {boolean} */ hidden) => {
      byId(id).hidden = hidden;
      for (const input of byId(id).querySelectorAll('input')) input.disabled = hidden;
    };
    hide('full-time', level.value !== level.max);
    hide('own-pace', data.get('side') !== 'none' || data.get('clock') !== 'none');
    hide('other-size', data.get('size') !== 'other');
    hide('clock-turn', data.get('clock') !== 'turn');
    hide('clock-match', data.get('clock') !== 'match');
    byId('about-rule').textContent = t(`about ${data.get('rule')}`);
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', () => {
    const data = new FormData(form);
    const [start, chosen] = read(data, setup);
    begin(start, chosen);
  });
  dialog.replaceChildren(form);
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  show();
  dialog.showModal();
}

/** @param {FormData} data @param {Setup} before @returns {[Game, Setup]} */
function read(data, before) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  const [width, height] =
    text('size') === 'other' ? [text('width'), text('height')] : text('size').split('x');
  const extras = ['fb_check', 'continuous'].filter((extra) => data.has(extra));
  const side = text('side') === 'either' ? (Math.random() < 0.5 ? 'black' : 'white') : text('side');
  const { terms } = before;
  return [
    {
      width: Math.round(Number(width)),
      height: Math.round(Number(height)),
      rule: [text('rule'), ...extras].join('+'),
    },
    {
      seats: { ...SIDES_TAKEN[side] },
      level: Number(text('level')),
      time: data.has('time') ? Math.round(1000 * Number(text('time'))) : before.time,
      pace: data.has('pace') ? Number(text('pace')) : before.pace,
      swap2: data.has('swap2'),
      terms: {
        kind: /** @type {any} */ (text('clock')),
        turn: data.has('turn') ? Number(text('turn')) : terms.turn,
        main: data.has('main') ? 60 * Number(text('main')) : terms.main,
        plus: data.has('plus') ? Number(text('plus')) : terms.plus,
      },
    },
  ];
}

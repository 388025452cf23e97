// The dialog for a new game.
import { button, byId, dialog, make, openDialog } from './dom.js';
import { check } from './fields.js';
import { PACE, PERFECT, SIDES_TAKEN, covered, sideTaken, sidesToTake } from './seats.js';
import { choices, explained, hide, number, readStart, startFields } from './startform.js';
import { followedLevel, ratingNow, showRating } from './rating.js';
import { fetchLaterWords, t } from './words.js';

/**
 * @typedef {import('./play.js').Setup} Setup
 * @typedef {import('./tengen/engine.js').Game} Game
 */

/** A modifier of the rule, with its explanation. @param {{ name: string, label: string, checked: boolean }} extra */
const extra = ({ name, label, checked }) => explained(check(name, label, checked), t(`about +${name}`));

/** A slider of strength, with the name of the level next to it. @param {string} id @param {number} value @param {number} max */
function levelField(id, value, max) {
  const name = make('output', { for: id });
  const slider = make('input', {
    type: 'range',
    id,
    name: id,
    min: '1',
    max: String(max),
    value: String(value),
  });
  const show = () => (name.textContent = `${slider.value} ${t(`level ${slider.value}`)}`);
  slider.addEventListener('input', show);
  show();
  return { slider, show, field: make('div.field', {}, slider, name) };
}

/** The form field for the opening rule. @param {string} chosen @param {string[]} rules */
function openingField(chosen, rules) {
  const about = make('p.muted', { style: 'margin:0' });
  const names = ['', ...rules];
  const options = names.map((name) =>
    make('option', { value: name, selected: name === chosen }, name ? t(`opening ${name}`) : t('noOpening')),
  );
  const select = make('select', { name: 'opening', id: 'opening-rule' }, ...options);
  const show = () => {
    about.textContent = select.value ? t(`about opening ${select.value}`) : '';
  };
  select.addEventListener('change', show);
  show();
  return make('div', {}, make('label.field', {}, t('openingRule'), select), about);
}

/** @param {import('./app.js').App} app @param {Setup} setup @param {(start: Game, setup: Setup) => void} begin */
export async function askForGame(app, setup, begin) {
  await fetchLaterWords();
  if (document.querySelector('dialog[open]')) return;
  const { hello } = app;
  const fields = startFields(app.tree.start, hello?.rules);
  const side = sideTaken(setup.seats);
  const most = hello?.levels.length ?? 8;
  const level = levelField('level', setup.level, PERFECT);
  const rival = levelField('rival', setup.rival ?? setup.level, most);
  const whose = make('legend');
  const follows = check('follows', t('follows'), !!setup.follows);
  const following = /** @type {HTMLInputElement} */ (follows.firstElementChild);
  const follow = () => {
    if (following.checked) level.slider.value = String(followedLevel());
  };
  level.slider.addEventListener('input', () => (following.checked = false));
  following.addEventListener('input', follow);
  follow();
  const form = make(
    'form',
    { method: 'dialog' },
    make('h2', { id: 'dialog-title' }, t('newGame')),
    choices('side', t('youPlay'), sidesToTake(t('either')), side),
    make(
      'fieldset',
      {},
      whose,
      level.field,
      make('p.muted', { id: 'about-perfect' }, t('aboutPerfect')),
      make(
        'div',
        { id: 'follow' },
        explained(follows, t('aboutFollows', { rating: ratingNow() })),
        button(t('gameRating'), () => (dialog().close(), showRating()), { look: 'small' }),
      ),
      make('div', { id: 'full-time' }, number('time', t('timeOfFull'), setup.time / 1000, 0.1, 3600)),
    ),
    make('fieldset', { id: 'rival-level' }, make('legend', {}, `${t('level')}, ${t('white')}`), rival.field),
    make('div', { id: 'own-pace' }, number('pace', t('pace'), setup.pace ?? PACE, 0, 60)),
    fields.rule,
    fields.about,
    fields.size,
    fields.other,
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
      'details',
      { id: 'rare', open: !!setup.opening || fields.isRare || fields.extras.some(({ checked }) => checked) },
      make('summary', {}, t('moreOptions')),
      fields.rareRule,
      make('div', {}, ...fields.extras.map(extra)),
      openingField(setup.opening, hello?.openings ?? []),
    ),
    make(
      'div.end',
      {},
      button(t('cancel'), () => dialog().close()),
      make('button.button.main', { type: 'submit', id: 'begin' }, t('begin')),
    ),
  );
  const show = () => {
    const data = new FormData(form);
    const watched = data.get('side') === 'none';
    whose.textContent = watched ? `${t('level')}, ${t('black')}` : t('level');
    const side = data.get('side') === 'black' ? 'white' : 'black';
    const hasSide = ['black', 'white', 'none'].includes(String(data.get('side')));
    const isPerfect = hasSide && !data.get('opening') && covered(hello?.proofs ?? [], readStart(data), side);
    level.slider.max = String(isPerfect ? PERFECT : most);
    level.show();
    byId('about-perfect').hidden = level.slider.value !== String(PERFECT);
    level.slider.setAttribute('aria-label', whose.textContent);
    rival.slider.setAttribute('aria-label', `${t('level')}, ${t('white')}`);
    const full = [level.slider, ...(watched ? [rival.slider] : [])].some(
      ({ value }) => Number(value) >= most,
    );
    hide(byId('full-time'), !full);
    hide(byId('rival-level'), !watched);
    hide(byId('follow'), watched || data.get('side') === 'both');
    hide(byId('own-pace'), !watched || data.get('clock') !== 'none');
    hide(byId('clock-turn'), data.get('clock') !== 'turn');
    hide(byId('clock-match'), data.get('clock') !== 'match');
    fields.show(data);
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', () => {
    const data = new FormData(form);
    const [start, chosen] = read(data, setup);
    begin(start, chosen);
  });
  openDialog(form);
  show();
}

/** @param {FormData} data @param {Setup} before @returns {[Game, Setup]} */
function read(data, before) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  const side = text('side') === 'either' ? (Math.random() < 0.5 ? 'black' : 'white') : text('side');
  const { terms } = before;
  return [
    readStart(data),
    {
      ...before,
      seats: { ...SIDES_TAKEN[side] },
      level: Number(text('level')),
      rival: data.has('rival') ? Number(text('rival')) : before.rival,
      time: data.has('time') ? Math.round(1000 * Number(text('time'))) : before.time,
      pace: data.has('pace') ? Number(text('pace')) : before.pace,
      opening: text('opening'),
      follows: data.has('follows'),
      terms: {
        kind: /** @type {any} */ (text('clock')),
        turn: data.has('turn') ? Number(text('turn')) : terms.turn,
        main: data.has('main') ? 60 * Number(text('main')) : terms.main,
        plus: data.has('plus') ? Number(text('plus')) : terms.plus,
      },
    },
  ];
}

/* Sentences put together from parts, in every language: with a pass, with one and with many. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillIn, list, setLanguage, t } from '../src/i18n';
import type { Entry } from '../src/i18n/keys';
import { guessText } from '../src/features/hints/hint';
import { white } from './fixtures';
import type { Frame, HintMove, Language } from '../src/protocol';
import { toldText } from '../src/features/replay/replayText';
import { lastTurn } from '../src/features/table/statusText';

const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt'] as const;
type Sentence = [what: string, text: () => string, written: Record<Language, string>];

const NAMES = ['Mara', 'Pip', 'Jonas'];
const frame = (change: Partial<Frame>): Frame => ({
  turn: 1,
  step: 'white',
  active: 0,
  roll: { white: [4, 4], colours: {}, sum: 8 } as unknown as Frame['roll'],
  white: null,
  colour: null,
  misthrow: false,
  cards: [],
  closed: [],
  ...change,
});
const replayed = (change: Partial<Frame>) => () => toldText(frame(change), NAMES);
const advised = (move: string, mix: number): HintMove => ({
  move,
  mix,
  share: 0.5,
  cost: 0,
  reasons: [],
});
const names = (n: number) => ({ n, names: list(NAMES.slice(0, n)) });

// Red 8 and blue 11 begin with a vowel in Italian.
const SENTENCES: Sentence[] = [
  [
    'a replay: two crosses and a pass',
    replayed({ white: ['r8', '*b11', '-'] }),
    {
      en: 'Mara crossed red 8. Pip crossed blue 11. Jonas passed.',
      de: 'Mara hat die rote 8 angekreuzt. Pip hat die blaue 11 angekreuzt. Jonas hat gepasst.',
      fr: 'Mara a coché le 8 rouge. Pip a coché le 11 bleu. Jonas a passé.',
      it: 'Mara ha segnato l’8 rosso. Pip ha segnato l’11 blu. Jonas ha passato.',
      pt: 'Mara riscou o 8 encarnado. Pip riscou o 11 azul. Jonas passou.',
    },
  ],
  [
    'a replay: two passes',
    replayed({ white: ['-', 'g8', '-'] }),
    {
      en: 'Pip crossed green 8. Mara and Jonas passed.',
      de: 'Pip hat die grüne 8 angekreuzt. Mara und Jonas haben gepasst.',
      fr: 'Pip a coché le 8 vert. Mara et Jonas ont passé.',
      it: 'Pip ha segnato l’8 verde. Mara e Jonas hanno passato.',
      pt: 'Pip riscou o 8 verde. Mara e Jonas passaram.',
    },
  ],
  [
    'a replay: only passes',
    replayed({ white: ['-', '-', '-'] }),
    {
      en: 'Everyone passed.',
      de: 'Alle haben gepasst.',
      fr: 'Tout le monde a passé.',
      it: 'Tutti hanno passato.',
      pt: 'Todos passaram.',
    },
  ],
  [
    'a replay: a cross in the second action',
    replayed({ step: 'colour', colour: 'y7' }),
    {
      en: 'Mara crossed yellow 7.',
      de: 'Mara hat die gelbe 7 angekreuzt.',
      fr: 'Mara a coché le 7 jaune.',
      it: 'Mara ha segnato il 7 giallo.',
      pt: 'Mara riscou o 7 amarelo.',
    },
  ],
  [
    'a replay: a pass in the second action',
    replayed({ step: 'colour', colour: '-' }),
    {
      en: 'Mara passed.',
      de: 'Mara hat gepasst.',
      fr: 'Mara a passé.',
      it: 'Mara ha passato.',
      pt: 'Mara passou.',
    },
  ],
  [
    'the turn before: two crosses',
    () => {
      const view = white();
      const last = { ...view.game.last!, active: 1, white: ['-', 'r2', '-', '-'], colour: 'g11' };
      return lastTurn({ ...view, game: { ...view.game, last } });
    },
    {
      en: 'Mara crossed red 2 and green 11.',
      de: 'Mara hat die rote 2 und die grüne 11 angekreuzt.',
      fr: 'Mara a coché le 2 rouge et le 11 vert.',
      it: 'Mara ha segnato il 2 rosso e l’11 verde.',
      pt: 'Mara riscou o 2 encarnado e o 11 verde.',
    },
  ],
  [
    'a hint: a guess between a cross and a pass',
    () => guessText([advised('r12', 0.6), advised('-', 0.4)]),
    {
      en: 'Others may lock too, so it is a guess: red 12 (60%) or passing (40%).',
      de: 'Auch andere können abschließen, da hilft nur Raten: rote 12 (60 %) oder Passen (40 %).',
      fr: 'D’autres peuvent clôturer aussi : c’est un pari. Choix : 12 rouge (60 %) ou passer (40 %).',
      it: 'Anche altri possono bloccare: è un azzardo. Scelta: 12 rosso (60%) o passare (40%).',
      pt: 'Outros também podem fechar: é uma aposta. Escolha: 12 encarnado (60%) ou passar (40%).',
    },
  ],
  [
    'dice without the part of one',
    () => t('fairness.finding.late', names(1)),
    {
      en: 'These dice were made without the part of Mara, which did not arrive in time.',
      de: 'Diese Würfel kommen ohne den Teil von Mara aus: Er kam nicht rechtzeitig an.',
      fr: 'Ces dés ont été tirés sans la part de Mara : elle n’est pas arrivée à temps.',
      it: 'Questi dadi fanno a meno della parte di Mara: non è arrivata in tempo.',
      pt: 'Estes dados passam sem a parte de Mara: não chegou a tempo.',
    },
  ],
  [
    'dice without the parts of two',
    () => t('fairness.finding.late', names(2)),
    {
      en: 'These dice were made without the parts of Mara and Pip, which did not arrive in time.',
      de: 'Diese Würfel kommen ohne die Teile von Mara und Pip aus: Sie kamen nicht rechtzeitig an.',
      fr: 'Ces dés ont été tirés sans les parts de Mara et Pip : elles ne sont pas arrivées à temps.',
      it: 'Questi dadi fanno a meno delle parti di Mara e Pip: non sono arrivate in tempo.',
      pt: 'Estes dados passam sem as partes de Mara e Pip: não chegaram a tempo.',
    },
  ],
  [
    'dice re-sealed because of two',
    () => t('fairness.finding.restart', names(2)),
    {
      en: 'The dice were re-sealed, because Mara and Pip did not open the sealed parts.',
      de: 'Die Würfel wurden neu versiegelt, weil Mara und Pip das Versiegelte nicht geöffnet haben.',
      fr: 'Les dés ont été scellés à nouveau, car Mara et Pip n’ont pas ouvert ce qui était scellé.',
      it: 'I dadi sono stati sigillati di nuovo, perché Mara e Pip non hanno aperto ciò che era sigillato.',
      pt: 'Os dados foram selados de novo, porque Mara e Pip não abriram o que estava selado.',
    },
  ],
  [
    'a review: one choice that cost points',
    () => t('review.choices.costly', { n: 1 }),
    {
      en: 'Only the one that cost points',
      de: 'Nur die eine, die Punkte gekostet hat',
      fr: 'Seulement celui qui a coûté des points',
      it: 'Solo quella che è costata punti',
      pt: 'Só a que custou pontos',
    },
  ],
  [
    'a review: several good choices',
    () => t('review.choices.good', { n: 3 }),
    {
      en: '3 were best or equally good',
      de: '3 waren die besten oder gleich gut',
      fr: '3 étaient les meilleurs ou les valaient',
      it: '3 erano le migliori o altrettanto buone',
      pt: '3 foram as melhores ou iguais às melhores',
    },
  ],
  [
    'a round of training without a best choice',
    () => t('training.best', { n: 0, of: 10 }),
    {
      en: '0 of 10 were best',
      de: '0 von 10 waren am besten',
      fr: '0 sur 10 était le meilleur',
      it: '0 su 10 erano le migliori',
      pt: '0 em 10 foram as melhores',
    },
  ],
  [
    'a round of training with one best choice',
    () => t('training.best', { n: 1, of: 10 }),
    {
      en: '1 of 10 was best',
      de: '1 von 10 war am besten',
      fr: '1 sur 10 était le meilleur',
      it: '1 su 10 era la migliore',
      pt: '1 em 10 foi a melhor',
    },
  ],
  [
    'a round of training with several best choices',
    () => t('training.best', { n: 7, of: 10 }),
    {
      en: '7 of 10 were best',
      de: '7 von 10 waren am besten',
      fr: '7 sur 10 étaient les meilleurs',
      it: '7 su 10 erano le migliori',
      pt: '7 em 10 foram as melhores',
    },
  ],
  [
    'a review: little given away',
    () => t('review.gaveAway', { n: '1.5' }),
    {
      en: 'gave away 1.5',
      de: '1.5 verschenkt',
      fr: 'perdu : 1.5',
      it: 'regalato: 1.5',
      pt: 'desperdiçado: 1.5',
    },
  ],
  [
    'a pad: one lock taken back',
    () => t('pad.open.text', names(1)),
    {
      en: 'Mara took the lock back.',
      de: 'Mara hat das Schloss zurückgenommen.',
      fr: 'Mara a annulé son cadenas.',
      it: 'Mara ha annullato il lucchetto.',
      pt: 'Mara anulou o cadeado.',
    },
  ],
];

describe.each(LANGUAGES)('in %s', (language) => {
  beforeAll(() => setLanguage(language));
  afterAll(() => setLanguage('en'));

  it.each(SENTENCES)('reads well: %s', (_, text, expected) => {
    expect(text().replaceAll('\u00a0', ' ')).toBe(expected[language]);
  });
});

describe('the catalogues', () => {
  const files = import.meta.glob<Record<string, Entry>>('../src/i18n/*/*.json', {
    eager: true,
    import: 'default',
  });
  const counts = (entry: Entry | undefined) => typeof entry === 'object' && !('ordinal' in entry);

  it.each(LANGUAGES)('have plural forms in %s if English has them', async (language) => {
    await setLanguage(language);
    const folders = Object.keys(files).filter((path) => path.includes('/en/'));
    expect(folders.length).toBeGreaterThan(5);
    for (const path of folders) {
      const texts = files[path.replace('/en/', `/${language}/`)]!;
      for (const [key, english] of Object.entries(files[path]!)) {
        const entry = texts[key]!;
        if (counts(english)) expect(counts(entry), key).toBe(true);
        // Everything but counts is filled in by the page: no class of numbers is without a text.
        if (typeof entry === 'object') {
          for (const n of [0, 1, 2, 3, 8, 11, 1.5, 1_000_000]) {
            expect(fillIn(entry, { n }).trim(), `${key} with ${n}`).not.toBe('');
          }
        }
      }
    }
    await setLanguage('en');
  });
});

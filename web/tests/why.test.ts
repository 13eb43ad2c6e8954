/* Every reason of the coach as a sentence, in every language, about a cross and about a pass. */

import { afterAll, describe, expect, it } from 'vitest';
import type { Key } from '../src/i18n/keys';
import { setLanguage } from '../src/i18n';
import { moveText, verdictText, whyText } from '../src/features/review/reasonText';
import type { Language, Why } from '../src/protocol';

type ReasonCode = Key extends infer K
  ? K extends `review.why.${infer Code}`
    ? Code
    : never
  : never;
type Written = Record<Language, string>;

/** About crosses. Blue 11 begins with a vowel in Italian. */
const CROSSES: Record<ReasonCode, [Why['facts'], Written]> = {
  'wins-now': [
    {},
    {
      en: 'It ends the game while you are ahead.',
      de: 'Damit endet das Spiel, und du führst.',
      fr: 'Cela termine la partie alors que tu mènes.',
      it: 'Fa finire la partita mentre sei in testa.',
      pt: 'Acaba a partida enquanto estás à frente.',
    },
  ],
  'ends-behind': [
    { move: 'b11', points: 12 },
    {
      en: 'Blue 11 ends the game while you are 12 points behind.',
      de: 'Die blaue 11 beendet das Spiel, und du liegst 12 Punkte zurück.',
      fr: 'Le 11 bleu termine la partie alors que tu as 12 points de retard.',
      it: 'L’11 blu fa finire la partita mentre sei indietro di 12 punti.',
      pt: 'O 11 azul acaba a partida quando estás 12 pontos atrás.',
    },
  ],
  'ends-not': [
    { best: 'b2' },
    {
      en: 'Blue 2 ends the game while you are ahead.',
      de: 'Die blaue 2 beendet das Spiel, und du führst.',
      fr: 'Le 2 bleu termine la partie alors que tu mènes.',
      it: 'Il 2 blu fa finire la partita mentre sei in testa.',
      pt: 'O 2 azul acaba a partida enquanto estás à frente.',
    },
  ],
  locks: [
    { colour: 'g' },
    {
      en: 'It locks the green row.',
      de: 'Damit schließt du die grüne Reihe ab.',
      fr: 'Cela clôture la rangée verte.',
      it: 'Blocca la riga verde.',
      pt: 'Fecha a linha verde.',
    },
  ],
  'misses-lock': [
    { best: 'g2', colour: 'g' },
    {
      en: 'Green 2 locks the green row.',
      de: 'Die grüne 2 schließt die grüne Reihe ab.',
      fr: 'Le 2 vert clôture la rangée verte.',
      it: 'Il 2 verde blocca la riga verde.',
      pt: 'O 2 verde fecha a linha verde.',
    },
  ],
  'avoids-misthrow': [
    {},
    {
      en: 'It avoids a misthrow.',
      de: 'So bleibt dir ein Fehlwurf erspart.',
      fr: 'Cela évite un coup manqué.',
      it: 'Evita un lancio a vuoto.',
      pt: 'Evita um lançamento em branco.',
    },
  ],
  misthrow: [
    { points: 5 },
    {
      en: 'Passing ends in a misthrow, which costs 5 points.',
      de: 'Passen führt zu einem Fehlwurf, der 5 Punkte kostet.',
      fr: 'Passer mène à un coup manqué, qui coûte 5 points.',
      it: 'Passando si finisce in un lancio a vuoto, che costa 5 punti.',
      pt: 'Passar leva a um lançamento em branco, que custa 5 pontos.',
    },
  ],
  'row-lost': [
    { move: 'y9', colour: 'y' },
    {
      en: 'After yellow 9 you can no longer lock the yellow row.',
      de: 'Kreuzt du die gelbe 9 an, kannst du die gelbe Reihe nicht mehr abschließen.',
      fr: 'Après le 9 jaune, tu ne peux plus clôturer la rangée jaune.',
      it: 'Dopo il 9 giallo non puoi più bloccare la riga gialla.',
      pt: 'Depois do 9 amarelo já não podes fechar a linha amarela.',
    },
  ],
  'last-chance': [
    { best: 'r5', colour: 'r' },
    {
      en: 'The red row may be locked this turn: red 5 is your last chance there.',
      de: 'Die rote Reihe könnte jetzt abgeschlossen werden: Die rote 5 ist dort deine letzte Gelegenheit.',
      fr: 'La rangée rouge peut être clôturée maintenant : le 5 rouge y est ta dernière occasion.',
      it: 'La riga rossa può essere bloccata adesso: il 5 rosso è la tua ultima occasione.',
      pt: 'A linha encarnada pode ser fechada agora: o 5 encarnado é a tua última oportunidade aí.',
    },
  ],
  'skips-nothing': [
    {},
    {
      en: 'It skips nothing.',
      de: 'Damit lässt du nichts aus.',
      fr: 'Cela ne saute rien.',
      it: 'Non salta nulla.',
      pt: 'Não salta nada.',
    },
  ],
  'free-cross': [
    { best: 'r5' },
    {
      en: 'Red 5 skips nothing.',
      de: 'Die rote 5 lässt nichts aus.',
      fr: 'Le 5 rouge ne saute rien.',
      it: 'Il 5 rosso non salta nulla.',
      pt: 'O 5 encarnado não salta nada.',
    },
  ],
  skips: [
    { move: 'y8', best: '*r5', skipped: 1, instead: 0 },
    {
      en: 'Yellow 8 skips 1 cell, red 5 none.',
      de: 'Die gelbe 8 lässt 1 Feld aus, die rote 5 keins.',
      fr: 'Le 8 jaune saute 1 case, le 5 rouge aucune.',
      it: 'L’8 giallo salta 1 casella, il 5 rosso nessuna.',
      pt: 'O 8 amarelo salta 1 casa, o 5 encarnado nenhuma.',
    },
  ],
  'skips-for-nothing': [
    { move: 'y9', skipped: 3 },
    {
      en: 'Yellow 9 skips 3 cells, passing none.',
      de: 'Die gelbe 9 lässt 3 Felder aus, Passen keins.',
      fr: 'Le 9 jaune saute 3 cases, passer n’en saute aucune.',
      it: 'Il 9 giallo salta 3 caselle, passando non se ne salta nessuna.',
      pt: 'O 9 amarelo salta 3 casas, passando não se salta nenhuma.',
    },
  ],
  seldom: [
    { number: 3, ways: 2, other: 10, other_ways: 3, rolls: 36 },
    {
      en: '3 is rarer than 10 (2 and 3 of 36 rolls): the other can wait.',
      de: 'Die 3 ist seltener als die 10 (2 und 3 von 36 Würfen): Die andere kann warten.',
      fr: 'Un 3 est plus rare qu’un 10 (2 et 3 lancers sur 36) : l’autre peut attendre.',
      it: 'Un 3 è più raro di un 10 (2 e 3 lanci su 36): l’altro può aspettare.',
      pt: 'Um 3 é mais raro do que um 10 (2 e 3 de 36 lançamentos): o outro pode esperar.',
    },
  ],
};

/** About a pass: the only reasons that can name one, as tests/coach/test_reasons.py checks. */
const PASSES: [Why, Written][] = [
  [
    { code: 'ends-behind', facts: { move: '-', points: 1 } },
    {
      en: 'Passing ends the game while you are 1 point behind.',
      de: 'Passen beendet das Spiel, und du liegst 1 Punkt zurück.',
      fr: 'Passer termine la partie alors que tu as 1 point de retard.',
      it: 'Passare fa finire la partita mentre sei indietro di 1 punto.',
      pt: 'Passar acaba a partida quando estás 1 ponto atrás.',
    },
  ],
  [
    { code: 'ends-not', facts: { best: '-' } },
    {
      en: 'Passing ends the game while you are ahead.',
      de: 'Passen beendet das Spiel, und du führst.',
      fr: 'Passer termine la partie alors que tu mènes.',
      it: 'Passare fa finire la partita mentre sei in testa.',
      pt: 'Passar acaba a partida enquanto estás à frente.',
    },
  ],
];

const languages: Language[] = ['en', 'de', 'fr', 'it', 'pt'];
/** Spaces that break no line do not matter here. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe.each(languages)('in %s', (language) => {
  const use = () => setLanguage(language);
  afterAll(() => setLanguage('en'));

  it('every reason is a sentence about a cross', async () => {
    await use();
    for (const [code, [facts, written]] of Object.entries(CROSSES)) {
      expect(plain(whyText({ code, facts }))).toBe(written[language]);
    }
  });

  it('a reason is a sentence about a pass', async () => {
    await use();
    for (const [why, written] of PASSES) expect(plain(whyText(why))).toBe(written[language]);
  });

  it('a verdict about a pass is a whole sentence', async () => {
    await use();
    const verdicts = (['-', 'b11'] as const).flatMap((played) =>
      (['-', 'r5'] as const).flatMap((best) =>
        [true, false].map((good) => verdictText(played, best, good)),
      ),
    );
    for (const text of verdicts) expect(text).toMatch(/^\p{Lu}[^{}]*[^-{}]\.$/u);
    // In the middle of a sentence, as in "passing (40%) or red 5 (60%)".
    const passing = { en: 'passing', de: 'Passen', fr: 'passer', it: 'passare', pt: 'passar' };
    expect(moveText('-')).toBe(passing[language]);
  });
});

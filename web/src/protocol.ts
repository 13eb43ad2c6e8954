/*
 * The wire protocol, as the browser sees it: see docs/protocol.md.
 *
 * Made from src/qwixx/protocol/ by `python -m web.scripts.protocol_types`. Change it there.
 */

/** The number of this protocol. It grows with each change that an older page cannot understand. */
export const PROTOCOL = 1;

/** The name of a printed sheet in the rules. */
export type Variant = 'classic' | 'longo' | 'mixx-a' | 'mixx-b';

export type Colour = 'r' | 'y' | 'g' | 'b';

export type Language = 'en' | 'de' | 'fr' | 'it' | 'pt';

export type BotSpeed = 'leisurely' | 'normal' | 'quick' | 'at-once';

/** Fair dice from the server, real dice that players enter, or a pad with cards only. */
export type DiceKind = 'ours' | 'real' | 'pad';

/** A reaction. There is no other chat. */
export type Sign = 'well-done' | 'ouch' | 'thanks' | 'hurry' | 'laugh' | 'wave';

/** The picture of a player. Empty: the first letter of the name. */
export type Portrait = '' | 'heart' | 'star' | 'leaf' | 'drop' | 'horseshoe' | 'cross' | 'die';

/** Reactions that one person can give in a turn. */
export const MOST_SIGNS = 3;

/** Taps on real dice that are shown to the others in a turn: ten whole entries. */
export const MOST_TAPS = 60;

/** The kind of a series of games: a number of wins or of points decides it. */
export type SeriesKind = 'none' | 'wins' | 'points';

export type GamePhase = 'roll' | 'white' | 'colour' | 'over';

export type Stage = 'lobby' | 'sealing' | 'playing' | 'over';

/** A `card` is a player without a phone; only pads have them. */
export type SeatKind = 'free' | 'player' | 'bot' | 'card';

/** The end of a game: its last row was closed, or a player marked the last misthrow. */
export type EndingKind = 'rows-closed' | 'misthrows';

/** A cross "r5", a lucky cross "*g16" or a pass "-". */
export type Move = string;

/** Colour and number of a cell, "r5". */
export type CellName = string;

/** A mark on a card of a pad: a cross "r5", or a misthrow "m1" to "m4". */
export type Mark = string;

/** A roll, "41/3256". A dot stands for a die that has left the game. */
export type RollText = string;

/** A roll of real dice that was entered, like RollText. */
export type EnteredRoll = string;

/** A roll that is being entered, "41/3--6": a dash for each die that is still missing. */
export type HalfRoll = string;

/** Six consonants that name a table, each one of CDFGHJKMNPQRTVWXY. */
export type TableCode = string;

/** 32 hex digits that the browser drew. They identify you at a table. */
export type Secret = string;

/** 32 bytes as 64 hex digits. */
export type Bytes32 = string;

/** The browser makes a different one for each action. */
export type ActionId = string;

/** Characters in the name of a player. */
export const LONGEST_NAME = 24;

export type SeatNumber = number;

/** The rule that forbids an action now. */
export type Reason =
  | 'wrong-phase'
  | 'not-your-decision'
  | 'already-answered'
  | 'nothing-to-retract'
  | 'dice-do-not-fit'
  | 'no-such-cell'
  | 'row-closed'
  | 'left-of-last-cross'
  | 'wrong-number'
  | 'not-enough-crosses'
  | 'no-lucky-numbers'
  | 'not-a-lucky-number'
  | 'not-the-fewest-crosses'
  | 'not-the-next-cell';

/** The reason for refusing an action. */
export type RefusalCode =
  | Reason
  | 'stale' /* meant for a view that is out of date */
  | 'not-seated' /* spectators may not do this */
  | 'already-seated'
  | 'not-host'
  | 'no-such-seat'
  | 'seat-taken'
  | 'table-full'
  | 'wrong-stage' /* for example start while a game is running */
  | 'not-enough-players'
  | 'not-away' /* a bot plays only for an absent player */
  | 'bad-name' /* no visible character, or too long */
  | 'name-taken'
  | 'no-such-bot'
  | 'bot-cannot-play' /* a bot at this table cannot play the chosen variant */
  | 'bad-message' /* not a message of this protocol */
  | 'bad-part' /* a part that does not match its commitment, or a commitment used twice */
  | 'other-dice' /* the action does not fit the kind of dice at this table */
  | 'dice-entered' /* the dice of this turn have been entered already */
  | 'turn-over' /* dice can be corrected until the colour move is made */
  | 'bad-lucky' /* not two different numbers of the card */
  | 'lucky-taken' /* another card has this pair */
  | 'log-full' /* the log of the table has reached its limit; open another table */
  | 'too-many-requests'
  | 'server-error'; /* nothing was done; send it again */

/** The reason for closing the socket. */
export type ByeCode =
  | 'no-such-table'
  | 'expired'
  | 'removed' /* by the host */
  | 'moved' /* the seat has gone to another device */
  | 'outdated' /* the page has another version, and reloads */
  | 'restarting' /* the only code after which the page reconnects by itself */
  | 'bad-message'
  | 'too-many-requests';

export type SeatCount = number;

export type TimerSeconds = number;

export type SeriesGoal = number;

/** The options of a table: the game, the number of seats and how it is played. */
export interface Options {
  /** The printed sheet. */
  variant: Variant;
  /** Seats at the table, 1 (solo) to 5. Free seats are closed at the start. */
  seats: SeatCount;
  /**
   * Seconds for a decision, after which you pass; a bot decides for an absent player. 0 means no
   * limit.
   */
  timer: TimerSeconds;
  /** Whether players may ask for the values of their moves. */
  hints?: boolean;
  /** Fair dice, real dice or a pad. */
  dice?: DiceKind;
  /** House rule: only the last closed row ends the game. Needs a `houseRule` in the layout. */
  allRows?: boolean;
  /** Whether games at this table count for a series, and its kind. */
  series?: SeriesKind;
  /** The wins or points that decide the series. */
  seriesGoal?: SeriesGoal;
}

/** The options to change. The others stay as they are. */
export interface OptionChanges {
  variant?: Variant | null;
  seats?: SeatCount | null;
  timer?: TimerSeconds | null;
  hints?: boolean | null;
  dice?: DiceKind | null;
  allRows?: boolean | null;
  series?: SeriesKind | null;
  seriesGoal?: SeriesGoal | null;
}

/** The preferences of a seat. The server stores them, so that they hold while a phone sleeps. */
export interface Preferences {
  /** Whether the server passes for you if you have nothing to choose. */
  autoPass: boolean;
  /** Whether the server rolls the dice for you. */
  autoRoll: boolean;
  /** The speed of bots and of automatic passes, if you play only with bots. */
  pace?: BotSpeed;
}

/**
 * A change that a player asks for. A message must have an id and a version; an action that the
 * server takes by itself has none.
 */
export interface Action {
  id: ActionId;
  /** The version of the view the player was looking at. */
  version: number;
}

/** Opens a table, and seats its host in the first seat. */
export interface Open {
  name: string;
  options: Options;
  /** Levels of the bots that sit down at once. */
  bots?: string[];
  /** Starts the game as soon as this browser has sealed its part: "Play now". */
  start?: boolean;
  /** A program will play. Everybody at the table sees that. */
  program?: boolean;
}

/** Takes a seat: by default, the lowest free one. Only in the lobby. */
export interface Sit extends Action {
  type: 'sit';
  name: string;
  seat?: SeatNumber | null;
}

/** Asks the host for a seat in the next game. Only for a spectator. Leaving withdraws it. */
export interface AskSeat extends Action {
  type: 'ask-seat';
  name: string;
}

/** Withdraws the request for a seat. */
export interface StopAsking extends Action {
  type: 'stop-asking';
}

/** Changes your name. */
export interface Rename extends Action {
  type: 'rename';
  name: string;
}

/** Changes the picture beside your name. */
export interface SetPortrait extends Action {
  type: 'portrait';
  portrait: Portrait;
}

/** Gives your seat up for good. In a running game a bot plays on. */
export interface Leave extends Action {
  type: 'leave';
}

/** Lets another device take your seat over, with this ticket in its `hello`. */
export interface Ticket extends Action {
  type: 'ticket';
  ticket: Secret;
}

/** Takes your seat back from the bot that has played for you. `hello` does the same. */
export interface Return extends Action {
  type: 'return';
}

/** Changes your preferences. */
export interface SetPreferences extends Action {
  type: 'preferences';
  preferences: Preferences;
}

/** Replaces all options. Only in the lobby. */
export interface SetOptions extends Action {
  type: 'options';
  options: Options;
}

/** Changes the given options and leaves the others as they are. Only in the lobby. */
export interface ChangeOptions extends Action {
  type: 'change-options';
  options: OptionChanges;
}

/**
 * Adds a bot in the lobby, or changes the level of the bot in that seat. After a game it
 * changes the level for the next one.
 */
export interface AddBot extends Action {
  type: 'bot';
  seat: SeatNumber;
  level: string;
}

/** Frees a seat, a bot's or a player's. In a running game a bot plays on. */
export interface Remove extends Action {
  type: 'remove';
  seat: SeatNumber;
}

/** Makes another player host. */
export interface HandOver extends Action {
  type: 'host';
  seat: SeatNumber;
}

/** Starts the game with all seated players. The dice are sealed next. Only in the lobby. */
export interface Start extends Action {
  type: 'start';
}

/** Lets a bot play for an absent player, until that player returns. */
export interface TakeOver extends Action {
  type: 'take-over';
  seat: SeatNumber;
  level: string;
}

/**
 * Grants or declines a spectator's request for a seat. In the lobby that spectator sits down at
 * once, otherwise when the next game begins.
 */
export interface AnswerAsk extends Action {
  type: 'answer-ask';
  /** The number of the request, from `asks` in the view. */
  ask: number;
  agree: boolean;
}

/**
 * Agrees to play again, once a game is over. The next seat rolls first. The game begins when
 * everybody who is here has agreed.
 */
export interface Rematch extends Action {
  type: 'rematch';
  /**
   * Only for the host: begins at once. Bots play for players who have not agreed, until they do
   * anything.
   */
  now?: boolean;
}

/** Withdraws the agreement to play again, until that game begins. */
export interface Withdraw extends Action {
  type: 'withdraw';
}

/** Goes back to the lobby once a game is over, to change the seats or the options. */
export interface Reopen extends Action {
  type: 'reopen';
}

/** Commits to your part of the dice of a game. */
export interface Commit extends Action {
  type: 'commit';
  /** `fair.game` of the view. */
  game: string;
  /** The SHA-256 of the 32 bytes of the part, not of their hex digits. */
  commitment: Bytes32;
}

/** Reveals your part, once all players have committed to theirs or are excused. */
export interface Reveal extends Action {
  type: 'reveal';
  /** `fair.game` of the view. */
  game: string;
  part: Bytes32;
}

/** Rolls the dice, as the active player. The seals decide them, this only the time. */
export interface RollDice extends Action {
  type: 'roll';
}

/** Answers the white or the colour phase. In the white phase it replaces an earlier answer. */
export interface Choose extends Action {
  type: 'choose';
  /** One of `offers` in the view, or "-" to pass. */
  move: Move;
}

/**
 * Takes your white answer back, while others are still missing. Alone with bots it also takes
 * your latest choice back, until the next roll (`can_undo`).
 */
export interface Retract extends Action {
  type: 'retract';
}

/** Sets who rolls first in the next game; null draws lots. Only for the host, in the lobby. */
export interface SetFirst extends Action {
  type: 'first';
  seat: SeatNumber | null;
}

/**
 * Sets the lucky numbers on a seat's card; an empty list deals them. Only for its player or the
 * host, in the lobby.
 */
export interface SetLucky extends Action {
  type: 'lucky';
  seat: SeatNumber;
  numbers: number[];
}

/** Enters the roll of real dice. Anybody at the table may do it. */
export interface EnterDice extends Action {
  type: 'enter';
  roll: EnteredRoll;
}

/**
 * Corrects a roll that was entered. Once a player has answered to it, the active player has to
 * agree.
 */
export interface CorrectDice extends Action {
  type: 'correct';
  roll: EnteredRoll;
}

/** Agrees to a correction of the dice, or declines it, as the active player. */
export interface AnswerCorrection extends Action {
  type: 'answer-correction';
  agree: boolean;
}

/**
 * Confirms that the last turn was entered as it fell, or that nothing on a pad was a slip. The
 * game is over then.
 */
export interface ConfirmResult extends Action {
  type: 'confirm';
}

/** Lets a screen roll or enter dice, with this ticket in its `hello`. Only for the host. */
export interface InviteScreen extends Action {
  type: 'screen';
  ticket: Secret;
}

/**
 * Adds a card for a player without a phone; your phone shows it. It gets the lowest free seat
 * by default. Only in the lobby.
 */
export interface AddCard extends Action {
  type: 'card';
  name: string;
  seat?: SeatNumber | null;
}

/** Crosses a cell of a card, or marks its next misthrow. */
export interface MarkCard extends Action {
  type: 'mark';
  seat: SeatNumber;
  mark: Mark;
}

/**
 * Takes back the last cross of a row, or the last misthrow. A lock that nobody else has crossed
 * opens its row again.
 */
export interface TakeBack extends Action {
  type: 'take-back';
  seat: SeatNumber;
  mark: Mark;
}

/** Declines to cross the lock of a row that others have closed. */
export interface LeaveLock extends Action {
  type: 'leave-lock';
  seat: SeatNumber;
  colour: Colour;
}

export type ClientAction =
  | Sit
  | AskSeat
  | StopAsking
  | Rename
  | SetPortrait
  | Leave
  | Ticket
  | Return
  | SetPreferences
  | SetOptions
  | ChangeOptions
  | AddBot
  | Remove
  | HandOver
  | Start
  | TakeOver
  | AnswerAsk
  | Rematch
  | Withdraw
  | Reopen
  | Commit
  | Reveal
  | RollDice
  | Choose
  | Retract
  | SetFirst
  | SetLucky
  | EnterDice
  | CorrectDice
  | AnswerCorrection
  | ConfirmResult
  | InviteScreen
  | AddCard
  | MarkCard
  | TakeBack
  | LeaveLock;

export interface LayoutRow {
  /** The colour of its lock. */
  colour: Colour;
  /** The numbers from left to right. */
  numbers: number[];
  /** One letter per cell: its colour. */
  colours: string;
  /** How many of the last numbers are locking cells: 1 or 2. */
  locking: number;
}

/** The printed card: everything about it that never changes. */
export interface Layout {
  variant: Variant;
  rows: LayoutRow[];
  /** The faces of a die: 6 or 8. */
  faces: number;
  /** The crosses needed before a locking cell: 5 or 6. */
  needed: number;
  /** The number of lucky numbers on each card: 0 or 2. */
  lucky: number;
  /** The pairs that can be dealt. */
  luckyPairs: number[][];
  /** The points for 1, 2, 3 … crosses in a row. */
  points: number[];
  /** The points of a misthrow, -5. */
  misthrow: number;
  /** The number of misthrows that ends the game, 4. */
  misthrows: number;
  /** The name of the variant in which only the last closed row ends the game; null: none. */
  houseRule: string | null;
}

export interface CardRow {
  /** One sign per cell: "x" crossed, "-" lost, "." open. */
  marks: string;
  /** The lock symbol is crossed on this card. */
  locked: boolean;
  /** The number of crosses, with the lock. */
  crosses: number;
  points: number;
}

export interface Card {
  rows: CardRow[];
  misthrows: number;
  total: number;
  /** The two lucky numbers of a Longo card; otherwise empty. */
  lucky: number[];
}

export interface ClosedRow {
  colour: Colour;
  turn: number;
  /** The seats that locked it. */
  by: number[];
}

/** The marks that a card allows now, for any dice. */
export interface PadCard {
  /**
   * A text for each row with one sign per cell. You may cross "o", an open cell, and "s", whose
   * row others have closed with the same roll. You may take "x" back. The others allow nothing: "-"
   * is left of the last cross, "c" in a closed row, "n" lacks crosses before it.
   */
  cells: string[];
  /** The next misthrow; null if all are marked. */
  misthrow: Mark | null;
  /** The latest mark, which may be taken back. */
  newest: Mark | null;
  /** Rows that others have closed, and whose lock may still be crossed or declined. */
  shared: Colour[];
}

export interface PadResult {
  /** The number of this game at its table. */
  number: number;
  winners: number[];
  /** Places in seat order, 1 for the winners; equal totals share one. */
  places: number[];
}

export interface Pad {
  /** Names this game among those of its table. */
  id: string;
  cards: Card[];
  closed: ClosedRow[];
  /** In seat order. The card of a seat is marked by its player, or by its keeper. */
  marking: PadCard[];
  /** Set once the cards show the end. A player has to confirm that nothing is a slip. */
  ending: EndingKind | null;
  /** Set once a player has confirmed the end. A pad has no record. */
  result: PadResult | null;
}

export interface ColourDie {
  colour: Colour;
  value: number;
  /** The sums with the left and with the right white die. */
  sums: number[];
}

export interface Dice {
  text: RollText;
  white: number[];
  sum: number;
  /** One per colour in the order r y g b; null: the die has left the game. */
  colours: (ColourDie | null)[];
}

/** A correction of the dice that waits for an agreement. */
export interface Correction {
  roll: RollText;
  by: number | null;
}

/** The real dice of the current turn, as a player entered them. They can be corrected. */
export interface EnteredDice {
  /** The seat that entered them; null for a screen. */
  by: number | null;
  /** Whether anybody at the table may correct them, because nobody has answered yet. */
  free: boolean;
  /** Otherwise this seat has to agree. Then all answers of this turn are given back. */
  agreeing: number | null;
  /** The correction that this seat has to agree to. */
  asked: Correction | null;
}

/** Real dice, which players roll and enter. */
export interface RealDice {
  /** The coloured dice that are rolled in this turn. */
  colours: Colour[];
  /** null until a roll is entered. */
  entered: EnteredDice | null;
}

export interface FairPart {
  seat: number;
  /** null until the player has committed. */
  commitment: string | null;
  /** null until all commitments are in and this part is revealed. */
  part: string | null;
  /** Whether the dice are made without this seat, because it did not answer in time. */
  excused: boolean;
}

/**
 * Fair dice. The server commits to `secret` before it sees any player's part. Each browser
 * commits to a part in the lobby, and reveals it once all commitments are in.
 *
 * A commitment is the SHA-256, in hex, of the bytes that the 64 hex digits stand for.
 */
export interface Fair {
  game: string;
  commitment: string;
  /** null until the game is over. */
  secret: string | null;
  /** Whether all commitments are in. Then send your part, but only if `parts` shows them all. */
  reveal: boolean;
  /** The parts of the players, in seat order. Bots have none, because the server runs them. */
  parts: FairPart[];
  /** The seat that rolls first, as in a rematch; null if these dice draw it. */
  first: number | null;
  /** The seats that did not reveal, one list for each restart of the commitments. */
  restarts: number[][];
  /** The derivation of the dice: qwixx-fair-2, or qwixx-day-1 in the game of a day. */
  scheme: string;
}

export interface Seat {
  /** Empty for a free seat, and for a player whose data were deleted. */
  name: string;
  kind: SeatKind;
  /**
   * The level of the bot that plays here, for itself or for an absent player; null if a person
   * plays.
   */
  bot: string | null;
  presence: 'here' | 'away';
  /** Whether the player is a user's own program. Left out if false. */
  program?: boolean;
  /** For a card: the seat of the player whose phone shows it. */
  keeper?: number | null;
  /** After a game: the level of this bot in the next game, if it changes. */
  nextBot?: string | null;
  portrait?: Portrait;
}

/** A move that may be made now. */
export interface Offer {
  /** The move to send with `choose`. */
  move: Move;
  cell: CellName;
  lucky: boolean;
  /** The open cells that it skips. */
  skips: number;
  locks: boolean;
  /** Whether it ends the game for any answers of the others. */
  ends: boolean;
  /**
   * The white dice (0 left, 1 right) that make it with the coloured one. Empty in the white
   * phase.
   */
  whites: number[];
}

export interface Pass {
  /** Whether passing marks a misthrow. */
  misthrow: boolean;
  /** Whether that misthrow ends the game. */
  ends: boolean;
}

export interface Refused {
  reason: Reason;
  cells: CellName[];
  /** For left-of-last-cross: the last cross of the row. */
  by: CellName | null;
}

export interface You {
  seat: number;
  preferences: Preferences;
  /** The decision that you have to make. "white" stays while you can still change your answer. */
  asked: 'roll' | 'white' | 'colour' | null;
  /** Your own sealed answer, while others are still missing. */
  answer: Move | null;
  /** The crosses you may make, also in place of `answer`. */
  offers: Offer[];
  /** The consequences of passing; null when you cannot pass now. */
  pass: Pass | null;
  /** The reasons against the other cells. `otherwise` holds for every cell that is not listed. */
  refused: Refused[];
  otherwise: Reason;
  /** Milliseconds until the server passes or rolls for you; null if it does not. */
  autoIn: number | null;
  /** Whether `retract` takes your latest choice back: alone with bots, until the next roll. */
  canUndo?: boolean;
  /**
   * For a program: the game as this seat may know it, in one line. Left out for browsers, and
   * before a game has begun.
   */
  position?: string;
}

export interface Turn {
  number: number;
  active: number;
  roll: Dice;
  white: Move[];
  /** null if the white phase ended the game. */
  colour: Move | null;
  misthrow: boolean;
  /** The rows closed in this turn. */
  closed: Colour[];
}

export interface GameView {
  /** Names this game among those of the table. The dice and file names use it. */
  id: string;
  turn: number;
  phase: GamePhase;
  active: number;
  /** null before the roll. */
  roll: Dice | null;
  /** Whether each seat has answered the current phase. */
  answered: boolean[];
  /** The white choices of this turn in seat order, once all have chosen. */
  white: Move[] | null;
  /** Milliseconds left for the current decision; null without a timer. */
  remaining: number | null;
  cards: Card[];
  closed: ClosedRow[];
  /** The turn before this one; after the game, its last turn. */
  last: Turn | null;
}

export interface Result {
  /** The number of this game at its table. Its permanent address is /CODE/number. */
  number: number;
  ending: EndingKind;
  winners: number[];
  /** Places in seat order, 1 for the winners; equal totals share one. */
  places: number[];
  first: number;
  /** All rolls of the game, for checking the dice. */
  rolls: RollText[];
}

/** A person or a bot that has played at this table. */
export interface EveningLine {
  name: string;
  bot: boolean;
  /** The current seat; null if they have left. */
  seat: number | null;
  games: number;
  /** A shared win counts for each of the winners. */
  wins: number;
  /** The sum over all games. */
  points: number;
}

export interface EveningGame {
  /** The number of the game at this table. */
  number: number;
  /** The points by line; null for a line that did not play. */
  points: (number | null)[];
  /** The places by line, 1 for the winners. */
  places: (number | null)[];
}

/** The current series, or the one that the last game decided. */
export interface Series {
  kind: SeriesKind;
  goal: number;
  /** The games that count for it so far. */
  games: number;
  /** The wins or points by line. */
  score: number[];
  /** The lines that have reached the goal; empty before. */
  winners: number[];
}

/** The score of all games at this table. Old lines and games are counted, but left out. */
export interface Evening {
  /** The number of games that are over. */
  games: number;
  /** Players and bots in the order in which they first played. */
  lines: EveningLine[];
  /** The last games, the oldest first. */
  last: EveningGame[];
  /** null: no series is played. */
  series: Series | null;
}

/** A spectator's request to play in the next game. */
export interface SeatAsk {
  /** The number of this request: the table's version after `ask-seat`. */
  ask: number;
  name: string;
  /** The spectator sits down when the next game begins. */
  granted: boolean;
}

/** Everything that this person may know about the table, at any stage. */
export interface TableView {
  type: 'view';
  /** Grows with every event of the table. */
  version: number;
  code: TableCode;
  /** The address at which phones reach this table. Empty if it is the page's own address. */
  link: string;
  options: Options;
  /** Left out if `hello` named the variant in `knows`. */
  layout: Layout;
  seats: Seat[];
  /** The seat of the host; null while no player sits here. */
  host: number | null;
  spectators: number;
  /** null with real dice, which cannot be checked. */
  fair: Fair | null;
  /** Whether the server cannot store anything now. The game goes on as soon as it can. */
  troubled?: boolean;
  /** The score of all games at this table; null before the first one is over. */
  evening?: Evening | null;
  /** The spectators who would like to play in the next game. */
  asks?: SeatAsk[];
}

/** The table before a game, while players take their seats. */
export interface LobbyView extends TableView {
  stage: 'lobby';
  game: null;
  result: null;
  /** With real dice: the seat that rolls first; null draws lots. */
  first?: number | null;
  /**
   * With real dice or a pad: the lucky numbers by seat that were set by hand. An empty list is
   * dealt.
   */
  lucky?: number[][];
  /** null for a spectator. This is the last field, and the only one in which views differ. */
  you: You | null;
}

/** The table while the dice are sealed, before the first roll. */
export interface SealingView extends TableView {
  stage: 'sealing';
  game: null;
  result: null;
  you: You | null;
}

export interface PlayingView extends TableView {
  stage: 'playing';
  /** With real dice its phase is "over" until a player has confirmed the result. */
  game: GameView;
  result: null;
  /** Set with real dice only. */
  real?: RealDice | null;
  you: You | null;
}

/** A pad: cards without turns and dice. */
export interface PadView extends TableView {
  stage: 'pad';
  game: null;
  result: null;
  pad: Pad;
  /** After the game: the seats that would play again. */
  agreed: number[];
  you: You | null;
}

export interface OverView extends TableView {
  stage: 'over';
  game: GameView;
  result: Result;
  /** The seats that would play again. The next game begins when all players here would. */
  agreed: number[];
  you: You | null;
}

export type View = LobbyView | SealingView | PlayingView | PadView | OverView;

/** A view with a game. */
export type PlayedView = PlayingView | OverView;

/**
 * The first frame. The secret says who you are at this table; the server stores its hash.
 *
 * With the ticket of a seat, that seat belongs to this secret from now on.
 */
export interface Hello {
  type: 'hello';
  secret: Secret;
  ticket?: Secret | null;
  /** The number of this protocol, PROTOCOL. */
  protocol?: number;
  /** A program plays. Its views include the position, and everybody sees that it is a program. */
  program?: boolean;
  /** Variants whose printed card the client knows. Views leave the `layout` of these out. */
  knows?: string[];
}

/**
 * Shows a reaction to everybody at the table. It gets no answer and is not stored. More than
 * MOST_SIGNS in a turn are dropped.
 */
export interface React {
  type: 'react';
  sign: Sign;
}

/**
 * Shows the others a roll that is being entered, after each tap. It gets no answer and is not
 * stored. More than MOST_TAPS in a turn are dropped.
 */
export interface Tap {
  type: 'tap';
  roll: HalfRoll;
}

export type ClientMessage = Hello | React | Tap | ClientAction;

/**
 * Confirms that an action was done and stored. A separate message, usually the next, has the
 * view that shows it.
 */
export interface Ack {
  type: 'ack';
  id: string;
  /** The table's version after the action. Views with this version or a later one show it. */
  version: number;
}

/** Refuses an action. The id is empty if the message had no readable one. */
export interface Refusal {
  type: 'refusal';
  id: string;
  code: RefusalCode;
}

/** Announces that the server closes the socket. */
export interface Bye {
  type: 'bye';
  code: ByeCode;
}

/** Shows a player's reaction. */
export interface Reaction {
  type: 'reaction';
  seat: number;
  sign: Sign;
}

/** Shows a roll of real dice while it is being entered. */
export interface Tapped {
  type: 'tapped';
  /** null at a screen. */
  seat: number | null;
  turn: number;
  roll: HalfRoll;
}

/** A message that is shown once and not stored. */
export type Aside = Reaction | Tapped;

export type Reply = Ack | Refusal | Bye | Aside;

export type ServerMessage = View | Reply;

export interface BotLevel {
  name: string;
  /** 1 is the weakest. */
  strength: number;
  /** Whether it is made for people to play against; the others serve for comparison. */
  forPlayers: boolean;
  /** The variants that it can play. */
  variants: string[];
}

export interface OpenTable extends Open {
  secret: Secret;
}

export interface TableOpened {
  code: TableCode;
}

export interface MySeat {
  code: string;
  secret: Secret;
}

export interface Mine {
  seats: MySeat[];
}

export interface TableSummary {
  code: TableCode;
  stage: Stage;
  variant: Variant;
  /** 0 before the game. */
  turn: number;
  /** Whether it is your turn to roll or to answer. */
  yours: boolean;
  others: string[];
  /** The levels of the bots among the others. */
  bots: string[];
  card: Card | null;
}

/** One step of a replay: the table after a roll, a white phase or a whole turn. */
export interface Frame {
  turn: number;
  step: 'roll' | 'white' | 'colour';
  active: number;
  roll: Dice;
  /** From the white step on. */
  white: Move[] | null;
  /** In the colour step; null if the white phase ended the game. */
  colour: Move | null;
  misthrow: boolean;
  cards: Card[];
  closed: ClosedRow[];
}

/** Takes a seat in the game of that day. The same secret always gets the same table. */
export interface PlayDay {
  secret: Secret;
  /** The day that the page shows. When it is over, the answer is `day-over`. */
  day: string;
}

/** The seal of a day, published before the day begins. */
export interface DaySeal {
  day: string;
  /** The SHA-256 of the secret from which its dice follow. */
  seal: string;
  /** The time of drawing, in milliseconds since 1970 by the server's clock. */
  sealedAt: number;
}

/** The number of players with a total in one range of ten points. */
export interface DayTen {
  /** 70 stands for 70 to 79. */
  points: number;
  players: number;
}

/** A day that has begun. */
export interface Day {
  day: string;
  seal: string;
  sealedAt: number;
  /** Published an hour after the day, when its games no longer count. */
  secret: string | null;
  /** The number of players who finished in time. */
  players: number;
  /** The ranges, fewest points first. */
  tens: DayTen[];
  /** The most points of any player. */
  most: number | null;
  /** The table with the most points; null until the secret is published. */
  best: TableCode | null;
}

export interface Today {
  today: Day;
  /** Milliseconds until the next day begins, by the server's clock. */
  left: number;
  tomorrow: DaySeal;
  /** null if there was no game yesterday. */
  yesterday: Day | null;
}

/** A player's game of a day, compared with all of that day. */
export interface DayResult {
  day: Day;
  /** null until it is over. */
  points: number | null;
  /** null if the game is not over, ended too late to count, or was left to a bot. */
  place: number | null;
}

/** An error in the page. The server logs its place, and nothing that a player has typed. */
export interface PageError {
  message: string;
  stack: string;
  /** The script that the page started with, which names its version. */
  page: string;
  browser: 'chromium' | 'firefox' | 'safari' | 'other';
}

/** The reason for refusing a request. */
export type ProblemCode =
  | RefusalCode
  | 'no-such-table'
  | 'no-such-day'
  | 'day-over' /* that day's game can no longer be begun */
  | 'not-over'
  | 'not-found'
  | 'bad-record' /* no record of a game, or one that breaks the rules */
  | 'no-hints' /* the host has not allowed hints */
  | 'no-review' /* the game has a house rule, which the coach does not know */
  | 'busy'; /* too many ask the coach; try again a little later */

/** The body of every answer that is an error. */
export interface Problem {
  code: ProblemCode;
}

export type Grade = 'best' | 'inaccuracy' | 'mistake' | 'blunder';

/** Why a move is better: a code for translations, with the facts of its sentence. */
export interface Why {
  code: string;
  facts: Record<string, number | string>;
}

export interface MoveCost {
  move: Move;
  /** The value of the best move less that of this one. */
  cost: number;
}

export interface AskHint {
  /** Names the player, who gets hints about their own seat only. */
  secret: Secret;
}

export interface HintMove {
  move: Move;
  /** The winning chance after this move; in a solo game, the expected points. */
  share: number;
  cost: number;
  reasons: Why[];
  /** In a fight for a lock, the probability with which this move should be chosen. */
  mix?: number | null;
}

export interface Hint {
  /** The version of the table that the hint is about. */
  version: number;
  /** Every legal move, best first. */
  moves: HintMove[];
}

/** A variant that can be played solo on this server. */
export interface SoloGame {
  variant: Variant;
  /**
   * Whether the server has solved it, so that choices are compared with the exact optimum.
   * Otherwise the net estimates their values.
   */
  exact: boolean;
}

/** The result of a seat as a sum: result = expected + luck + own + others + rest. */
export interface ReviewSeat {
  name: string;
  /** The share of the win; in an unfinished game, the latest winning chance. */
  result: number;
  expected: number;
  luck: number;
  own: number;
  others: number;
  /** The part that the other terms do not explain. */
  rest: number;
  adjusted: number | null;
  /** The sum of the costs of all choices. */
  given_away: number;
}

/** A decision with more than one legal move. */
export interface ReviewChoice {
  turn: number;
  seat: number;
  phase: 'white' | 'colour';
  played: Move;
  best: Move;
  cost: number;
  /** The loss against the best answer to the moves that the others really made. */
  hindsight: number;
  grade: Grade;
  /** Whether it was a fight for a lock: its best answer depends on hidden choices of others. */
  fight: boolean;
  /** Every legal move, best first. */
  moves: MoveCost[];
  reasons: Why[];
}

/** The winning chances at one step of a game. */
export interface ReviewStep {
  turn: number;
  after: 'start' | 'roll' | 'white' | 'colour' | 'end';
  shares: number[];
  /** Expected final totals. */
  points: number[];
}

/** A review of a whole game, as `qwixx review --json` prints it. */
export interface Review {
  unit: 'share' | 'points';
  source: 'net' | 'table';
  finished: boolean;
  seats: ReviewSeat[];
  choices: ReviewChoice[];
  chances: ReviewStep[];
}

/** A review, and the game as it can be drawn. */
export interface ReviewedGame {
  variant: Variant;
  players: string[];
  /** Whether each seat is known to be a bot's. */
  bots: boolean[];
  first: number;
  /** The lucky numbers of each seat: two in Longo, otherwise none. */
  lucky: number[][];
  frames: Frame[];
  /** The text of the record, as in a file. */
  record: string;
  review: Review;
}

/** The printed card of each variant. */
export const LAYOUTS: Record<Variant, Layout> = {
  classic: {
    variant: 'classic',
    rows: [
      {
        colour: 'r',
        numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        colours: 'rrrrrrrrrrr',
        locking: 1,
      },
      {
        colour: 'y',
        numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        colours: 'yyyyyyyyyyy',
        locking: 1,
      },
      {
        colour: 'g',
        numbers: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        colours: 'ggggggggggg',
        locking: 1,
      },
      {
        colour: 'b',
        numbers: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        colours: 'bbbbbbbbbbb',
        locking: 1,
      },
    ],
    faces: 6,
    needed: 5,
    lucky: 0,
    luckyPairs: [],
    points: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
    misthrow: -5,
    misthrows: 4,
    houseRule: 'classic-all',
  },
  longo: {
    variant: 'longo',
    rows: [
      {
        colour: 'r',
        numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        colours: 'rrrrrrrrrrrrrrr',
        locking: 2,
      },
      {
        colour: 'y',
        numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        colours: 'yyyyyyyyyyyyyyy',
        locking: 2,
      },
      {
        colour: 'g',
        numbers: [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        colours: 'ggggggggggggggg',
        locking: 2,
      },
      {
        colour: 'b',
        numbers: [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        colours: 'bbbbbbbbbbbbbbb',
        locking: 2,
      },
    ],
    faces: 8,
    needed: 6,
    lucky: 2,
    luckyPairs: [[4, 9], [5, 8], [5, 10], [6, 7], [6, 11], [7, 12], [8, 13], [9, 14], [10, 13], [11, 12]],
    points: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120],
    misthrow: -5,
    misthrows: 4,
    houseRule: 'longo-all',
  },
  'mixx-a': {
    variant: 'mixx-a',
    rows: [
      {
        colour: 'r',
        numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        colours: 'yyybbbgggrr',
        locking: 1,
      },
      {
        colour: 'y',
        numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        colours: 'rrggggbbyyy',
        locking: 1,
      },
      {
        colour: 'g',
        numbers: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        colours: 'bbbyyyrrrgg',
        locking: 1,
      },
      {
        colour: 'b',
        numbers: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        colours: 'ggrrrryybbb',
        locking: 1,
      },
    ],
    faces: 6,
    needed: 5,
    lucky: 0,
    luckyPairs: [],
    points: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
    misthrow: -5,
    misthrows: 4,
    houseRule: null,
  },
  'mixx-b': {
    variant: 'mixx-b',
    rows: [
      {
        colour: 'r',
        numbers: [10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11],
        colours: 'rrrrrrrrrrr',
        locking: 1,
      },
      {
        colour: 'y',
        numbers: [9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10],
        colours: 'yyyyyyyyyyy',
        locking: 1,
      },
      {
        colour: 'g',
        numbers: [8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3],
        colours: 'ggggggggggg',
        locking: 1,
      },
      {
        colour: 'b',
        numbers: [5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4],
        colours: 'bbbbbbbbbbb',
        locking: 1,
      },
    ],
    faces: 6,
    needed: 5,
    lucky: 0,
    luckyPairs: [],
    points: [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
    misthrow: -5,
    misthrows: 4,
    houseRule: null,
  },
};

/*
 * The wire protocol, as the browser sees it: see docs/protocol.md.
 *
 * Made from src/qwixx/protocol/ by `python -m web.scripts.protocol_types`. Change it there.
 */

/** The number of this protocol: another one, wherever an older page could no longer be served. */
export const PROTOCOL = 1;

/** A printed sheet by its name: one of those that the rules know. */
export type Variant = 'classic' | 'longo' | 'mixx-a' | 'mixx-b';

export type Colour = 'r' | 'y' | 'g' | 'b';

export type Language = 'en' | 'de' | 'fr' | 'it' | 'pt';

export type Hurry = 'leisurely' | 'normal' | 'quick' | 'at-once';

/** Our fair dice; real ones, of which people enter what fell; or a pad: cards and nothing else. */
export type DiceKind = 'ours' | 'real' | 'pad';

/** What people can say to each other; there is no other talk. */
export type Sign = 'well-done' | 'ouch' | 'thanks' | 'hurry' | 'laugh' | 'wave';

/** Signs that one person can give in a turn. */
export const MOST_SIGNS = 3;

/** Taps on real dice that are shown to the others in a turn: ten whole entries. */
export const MOST_TAPS = 60;

/** What decides a series of games: the first to so many wins, or to so many points. */
export type SeriesKind = 'none' | 'wins' | 'points';

export type Stage = 'lobby' | 'sealing' | 'playing' | 'over';

/** A card has no phone of its own; there are some at pads only. */
export type SeatKind = 'free' | 'player' | 'bot' | 'card';

/** A cross "r5", a lucky cross "*g16" or a pass "-". */
export type Move = string;

/** Colour and number of a cell, "r5". */
export type CellName = string;

/** What can be marked on a card of a pad: a cross "r5", or a misthrow "m1" to "m4". */
export type Mark = string;

/** "41/3256"; a die that has left the game is a dot. */
export type RollText = string;

/** A roll that somebody enters, like RollText. */
export type EnteredRoll = string;

/** A roll that is being entered, "41/3--6": a dash for each die that is still missing. */
export type HalfRoll = string;

/** Six consonants that name a table, each one of CDFGHJKMNPQRTVWXY. */
export type TableCode = string;

/** 32 hex digits that the browser drew: who you are at a table. */
export type Secret = string;

/** 32 bytes as 64 hex digits. */
export type Bytes32 = string;

/** Made by the browser, different for each action. */
export type ActionId = string;

/** Signs in the name of a player. */
export const LONGEST_NAME = 24;

export type SeatNumber = number;

/** Why a cell may not be crossed now, as the rules put it. */
export type Reason =
  | 'wrong-phase'
  | 'not-your-decision'
  | 'already-answered'
  | 'wrong-number'
  | 'no-such-cell'
  | 'row-closed'
  | 'left-of-last-cross'
  | 'not-enough-crosses'
  | 'not-a-lucky-number'
  | 'not-the-fewest-crosses'
  | 'not-the-next-cell'
  | 'no-lucky-numbers';

/** Why an action was refused. */
export type RefusalCode =
  | Reason
  | 'nothing-to-retract'
  | 'dice-do-not-fit' /* a face that no die has, or a die that has left the game */
  | 'stale' /* made against a view that is no longer true */
  | 'not-seated' /* spectators may not do this */
  | 'already-seated'
  | 'not-host'
  | 'no-such-seat'
  | 'seat-taken'
  | 'table-full'
  | 'wrong-stage' /* for example start while a game is running */
  | 'not-enough-players'
  | 'not-away' /* a bot plays only for somebody who is away */
  | 'bad-name' /* nothing that can be seen, or too long */
  | 'name-taken'
  | 'no-such-bot'
  | 'bot-cannot-play' /* one that sits here cannot play the game that was asked for */
  | 'bad-message' /* not a message of this protocol */
  | 'bad-part' /* a part that does not match its commitment, or a commitment used twice */
  | 'other-dice' /* the dice of this table are ours and are not entered, or the other way round */
  | 'dice-entered' /* somebody has entered the dice of this turn already */
  | 'turn-over' /* dice can be corrected until the colour move is made */
  | 'bad-lucky' /* no two different numbers of the card */
  | 'lucky-taken' /* another card has this pair */
  | 'too-many-requests'
  | 'server-error'; /* not done; may be sent again */

/** Why the server closes the socket. */
export type ByeCode =
  | 'no-such-table'
  | 'expired'
  | 'removed' /* by the host */
  | 'moved' /* the seat has gone to another device */
  | 'outdated' /* the page is of another version: it loads itself anew */
  | 'restarting' /* the only one after which the page comes back by itself */
  | 'bad-message'
  | 'too-many-requests';

export type SeatCount = number;

export type TimerSeconds = number;

export type SeriesGoal = number;

/** What is played at a table, and by how many. */
export interface Options {
  /** The printed sheet. */
  variant: Variant;
  /** Seats at the table, 1 (alone) to 5. Free ones are closed at the start. */
  seats: SeatCount;
  /** Seconds for a decision, after which you pass; a bot decides for who is away. 0: no limit. */
  timer: TimerSeconds;
  /** Players may ask what their moves are worth. */
  hints?: boolean;
  /** Whose dice are thrown. */
  dice?: DiceKind;
  /** House rule: only the last closed row ends the game. Where the layout has a `houseRule`. */
  allRows?: boolean;
  /** Whether games at this table count for a series, and what decides it. */
  series?: SeriesKind;
  /** So many wins, or so many points. */
  seriesGoal?: SeriesGoal;
}

/** The options that are to change. What is left out stays as it is. */
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

/** Kept per seat by the server, so that they hold while the phone sleeps. */
export interface Preferences {
  /** Be passed when there is nothing to choose. */
  autoPass: boolean;
  /** Throw the dice without being asked. */
  autoRoll: boolean;
  /** How fast bots play and you are passed, while no other person plays here. */
  pace?: Hurry;
}

/**
 * The first frame. The secret says who you are at this table; the server keeps its hash.
 *
 * With the ticket of a seat that is to move, that seat belongs to this secret from now on.
 */
export interface Hello {
  type: 'hello';
  secret: Secret;
  ticket?: Secret | null;
  /** The number of the protocol that is spoken, PROTOCOL. */
  protocol?: number;
  /** A program plays: its views have the position, and the seat that it takes says so to all. */
  program?: boolean;
  /** Variants whose printed card need not be told: views leave their `layout` out. */
  knows?: string[];
}

/**
 * A sign for everybody at the table. It is shown and forgotten: no answer comes, nothing is
 * kept, and more than MOST_SIGNS in a turn are not passed on.
 */
export interface React {
  type: 'react';
  sign: Sign;
}

/**
 * What of a roll is entered so far, for the others to see, after each tap. It is shown and
 * forgotten like a sign; more than MOST_TAPS in a turn are not passed on.
 */
export interface Tap {
  type: 'tap';
  roll: HalfRoll;
}

/**
 * What somebody wants to happen. A message must have an id and a version; an action that
 * happens by itself has none.
 */
export interface Action {
  id: ActionId;
  /** The version of the view the player was looking at. */
  version: number;
}

/** A new table, with who asks for it in the first seat. */
export interface Open {
  name: string;
  options: Options;
  /** Levels of the bots that sit down at once. */
  bots?: string[];
  /** Start as soon as this browser has sealed its part: "Play now". */
  start?: boolean;
  /** Not a browser but a program will play: the seat says so to all. */
  program?: boolean;
}

/** Take a seat; the lowest free one unless named. Only in the lobby. */
export interface Sit extends Action {
  type: 'sit';
  name: string;
  seat?: SeatNumber | null;
}

/** Asks the host for a seat in the next game. Who is here and has none; until they leave. */
export interface AskSeat extends Action {
  type: 'ask-seat';
  name: string;
}

/** Asks for a seat no more. */
export interface StopAsking extends Action {
  type: 'stop-asking';
}

/** Be called otherwise. */
export interface Rename extends Action {
  type: 'rename';
  name: string;
}

/** Give the seat up for good. In a running game a bot plays on. */
export interface Leave extends Action {
  type: 'leave';
}

/** Lets another device take this seat over: who says hello with this ticket, has it. */
export interface Ticket extends Action {
  type: 'ticket';
  ticket: Secret;
}

/** Take the seat back from the bot that has played meanwhile. Saying hello does it, too. */
export interface Return extends Action {
  type: 'return';
}

/** Have other things done without being asked. */
export interface SetPreferences extends Action {
  type: 'preferences';
  preferences: Preferences;
}

/** Only in the lobby. */
export interface SetOptions extends Action {
  type: 'options';
  options: Options;
}

/** Changes the given options and leaves the others as they are. Only in the lobby. */
export interface ChangeOptions extends Action {
  type: 'change-options';
  options: OptionChanges;
}

/** In the lobby. On a bot's seat it changes the level; once a game is over, for the next one. */
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

/** Settles who plays; the dice are sealed next. The host, in the lobby. */
export interface Start extends Action {
  type: 'start';
}

/** A bot plays for a seat that is away, until its player returns. */
export interface TakeOver extends Action {
  type: 'take-over';
  seat: SeatNumber;
  level: string;
}

/**
 * Lets somebody in who asks for a seat, or does not. In the lobby they sit down at once,
 * otherwise when the next game begins.
 */
export interface AnswerAsk extends Action {
  type: 'answer-ask';
  /** As `asks` of the view has it. */
  ask: number;
  agree: boolean;
}

/**
 * Agree to play again, once over: same people, next first player. It begins when everybody who
 * is here has agreed.
 */
export interface Rematch extends Action {
  type: 'rematch';
  /** The host: without those who have not agreed; bots play for them until they come. */
  now?: boolean;
}

/** Take it back to have agreed to play again, as long as the others have not begun. */
export interface Withdraw extends Action {
  type: 'withdraw';
}

/** Once over: back to the lobby, to change people or game. */
export interface Reopen extends Action {
  type: 'reopen';
}

/** Seals the own part of the dice of a game. */
export interface Commit extends Action {
  type: 'commit';
  /** `fair.game` of the view. */
  game: string;
  /** The SHA-256 of the 32 bytes of the part, not of their hex digits. */
  commitment: Bytes32;
}

/** Opens the own part, once all players have committed to theirs or are excused. */
export interface Reveal extends Action {
  type: 'reveal';
  /** `fair.game` of the view. */
  game: string;
  part: Bytes32;
}

/** The active player throws the dice (which are derived, so this only says when). */
export interface RollDice extends Action {
  type: 'roll';
}

/** Answer the white or the colour phase. In the white phase it replaces an earlier answer. */
export interface Choose extends Action {
  type: 'choose';
  /** As `offers` has it, or "-" to pass. */
  move: Move;
}

/** Takes the white answer back, while others are still missing. */
export interface Retract extends Action {
  type: 'retract';
}

/** Who rolls first in the next game; null is by lot. The host, in the lobby. */
export interface SetFirst extends Action {
  type: 'first';
  seat: SeatNumber | null;
}

/**
 * The lucky numbers on a seat's card; none: they are dealt. The player or the host, in the
 * lobby.
 */
export interface SetLucky extends Action {
  type: 'lucky';
  seat: SeatNumber;
  numbers: number[];
}

/** What fell. Anybody at the table may say it. */
export interface EnterDice extends Action {
  type: 'enter';
  roll: EnteredRoll;
}

/** Something else fell. Once somebody has answered, the active player has to agree. */
export interface CorrectDice extends Action {
  type: 'correct';
  roll: EnteredRoll;
}

/** The active player agrees to other dice, or does not. */
export interface AnswerCorrection extends Action {
  type: 'answer-correction';
  agree: boolean;
}

/**
 * The turn that ended the game was entered as it fell, or nothing on a pad was a slip: the game
 * is over.
 */
export interface ConfirmResult extends Action {
  type: 'confirm';
}

/** Lets a screen roll or enter dice: which says hello with this ticket. The host. */
export interface InviteScreen extends Action {
  type: 'screen';
  ticket: Secret;
}

/**
 * A card without a phone of its own, on that of who asks; the lowest free seat unless named.
 * Only in the lobby.
 */
export interface AddCard extends Action {
  type: 'card';
  name: string;
  seat?: SeatNumber | null;
}

/** Cross what the card allows, or mark the next misthrow. */
export interface MarkCard extends Action {
  type: 'mark';
  seat: SeatNumber;
  mark: Mark;
}

/**
 * Takes the last cross of a row back, or the last misthrow. A lock that nobody else has crossed
 * opens its row again.
 */
export interface TakeBack extends Action {
  type: 'take-back';
  seat: SeatNumber;
  mark: Mark;
}

/** Does not cross the lock of a row that others have closed. */
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

export type ClientMessage = Hello | React | Tap | ClientAction;

export interface LayoutRow {
  /** Of the lock. */
  colour: Colour;
  /** From left to right. */
  numbers: number[];
  /** One letter per cell: its colour. */
  colours: string;
  /** How many of the last numbers are locking cells: 1 or 2. */
  locking: number;
}

/** The printed card, which the page need not know: everything about it that never changes. */
export interface Layout {
  variant: Variant;
  rows: LayoutRow[];
  /** Faces of a die: 6 or 8. */
  faces: number;
  /** Crosses needed before a locking cell: 5 or 6. */
  needed: number;
  /** Lucky numbers on each card: 0 or 2. */
  lucky: number;
  /** The pairs that are dealt. */
  luckyPairs: number[][];
  /** Points for 1, 2, 3 … crosses in a row. */
  points: number[];
  /** Points of a misthrow, -5. */
  misthrow: number;
  /** How many misthrows end the game, 4. */
  misthrows: number;
  /** The name of the variant in which only the last closed row ends the game; null: none. */
  houseRule: string | null;
}

export interface CardRow {
  /** One sign per cell: "x" crossed, "-" lost, "." open. */
  marks: string;
  /** The lock symbol is crossed on this card. */
  locked: boolean;
  /** The lock included. */
  crosses: number;
  points: number;
}

export interface Card {
  rows: CardRow[];
  misthrows: number;
  total: number;
  /** Longo: two numbers. Classic: empty. */
  lucky: number[];
}

export interface ClosedRow {
  colour: Colour;
  turn: number;
  /** Seats that locked it. */
  by: number[];
}

/** How a game ended: rows were closed, as many as its rules ask for, or a last misthrow. */
export type EndingKind = 'rows-closed' | 'misthrows';

/** What may be done with a card now, whatever the dice show. */
export interface PadCard {
  /**
   * A line for each row with one sign per cell. It may be crossed: "o" open, "s" though others
   * have closed the row, in the same throw. It may be taken back: "x". Neither, because it is
   * "-" left of the last cross, "c" in a closed row, "n" not preceded by enough crosses.
   */
  cells: string[];
  /** The next one, if there is one left. */
  misthrow: Mark | null;
  /** What was marked last: it may be taken back. */
  newest: Mark | null;
  /** Rows that others have closed and whose lock may still be crossed, or left. */
  shared: Colour[];
}

export interface PadResult {
  /** Of this game, among those at the table. */
  number: number;
  winners: number[];
  /** Places in seat order, 1 for the winners; equal totals share one. */
  places: number[];
}

export interface Pad {
  /** Names this game among those of the table. */
  id: string;
  cards: Card[];
  closed: ClosedRow[];
  /** In seat order. The card of a seat is marked by its player, or by its keeper. */
  marking: PadCard[];
  /** The game is over, if nothing on the cards is a slip: somebody has to confirm it. */
  ending: EndingKind | null;
  /** Once somebody has. There is no record of a pad. */
  result: PadResult | null;
}

/** A person or a bot that has played at this table. */
export interface EveningLine {
  name: string;
  bot: boolean;
  /** Where they sit now; null: they have left. */
  seat: number | null;
  games: number;
  /** A shared win counts for each of the winners. */
  wins: number;
  /** Over all games. */
  points: number;
}

export interface EveningGame {
  /** Of the game, among those at the table. */
  number: number;
  /** By line; null: did not play. */
  points: (number | null)[];
  /** By line, 1 for the winners. */
  places: (number | null)[];
}

/** The series that runs, or the one that the last game has decided. */
export interface Series {
  kind: SeriesKind;
  goal: number;
  /** Games that count for it so far. */
  games: number;
  /** By line: wins or points. */
  score: number[];
  /** Lines, once somebody has reached the goal. */
  winners: number[];
}

/** What was played at this table so far. Old lines and games are counted, but left out. */
export interface Evening {
  /** How many games are over. */
  games: number;
  /** In the order in which they first played. */
  lines: EveningLine[];
  /** The last games, the oldest first. */
  last: EveningGame[];
  /** null: no series is played. */
  series: Series | null;
}

/** Somebody who watches would like to play in the next game. */
export interface SeatAsk {
  /** Names this wish: the version to which `ask-seat` has led. */
  ask: number;
  name: string;
  /** They sit down when the next game begins. */
  granted: boolean;
}

/** Done and on disk. The view that shows it is another message, which mostly comes next. */
export interface Ack {
  type: 'ack';
  id: string;
  /** The version to which it has led: the first view with this version or a later one shows it. */
  version: number;
}

/** Not done. The id is empty where the message had none that could be read. */
export interface Refusal {
  type: 'refusal';
  id: string;
  code: RefusalCode;
}

/** The server closes the socket. */
export interface Bye {
  type: 'bye';
  code: ByeCode;
}

/** Somebody gives a sign. */
export interface Reaction {
  type: 'reaction';
  seat: number;
  sign: Sign;
}

/** Somebody is entering real dice, and has come so far. */
export interface Tapped {
  type: 'tapped';
  /** null: at a screen. */
  seat: number | null;
  turn: number;
  roll: HalfRoll;
}

/** What is shown and forgotten. */
export type Aside = Reaction | Tapped;

export interface Seat {
  /** Empty for a free seat, and for a player whose data were deleted. */
  name: string;
  kind: SeatKind;
  /** Level of the bot that sits or plays here for somebody; null if a person plays. */
  bot: string | null;
  presence: 'here' | 'away';
  /** The player is a program, somebody's own; left out if not. */
  program?: boolean;
  /** Of a card: the seat of the player whose phone it is on. */
  keeper?: number | null;
  /** Once over: the level of this bot in the next game, if it is to be another one. */
  nextBot?: string | null;
}

/** A move that may be made now. */
export interface Offer {
  /** What `choose` has to send. */
  move: Move;
  cell: CellName;
  lucky: boolean;
  /** Open cells that are lost by it. */
  skips: number;
  locks: boolean;
  /** Ends the game for sure, whatever the others do. */
  ends: boolean;
  /** Colour phase: which white dice (0 left, 1 right) make it. Empty in the white phase. */
  whites: number[];
}

export interface Pass {
  /** Marks a misthrow. */
  misthrow: boolean;
  /** … the last one, which ends the game. */
  ends: boolean;
}

export interface Refused {
  reason: Reason;
  cells: CellName[];
  /** The cross that is in the way, for left-of-last-cross. */
  by: CellName | null;
}

export interface You {
  seat: number;
  preferences: Preferences;
  /** What you are asked now. "white" stays while an answer can still be changed. */
  asked: 'roll' | 'white' | 'colour' | null;
  /** Your own sealed answer, while the others are still missing. */
  answer: Move | null;
  /** Moves you may make (also in place of `answer`), without the pass. */
  offers: Offer[];
  /** What passing would do; null when you cannot pass now. */
  pass: Pass | null;
  /** Why the cells that are not offered are not. A cell named nowhere: `otherwise`. */
  refused: Refused[];
  otherwise: Reason;
  /** Milliseconds until you are passed or your dice are thrown; null: never by itself. */
  autoIn: number | null;
  /**
   * For a program: the game as this seat may know it, in one line. Left out before there is a
   * game, and for everybody else.
   */
  position?: string;
}

export type GamePhase = 'roll' | 'white' | 'colour' | 'over';

export interface ColourDie {
  colour: Colour;
  value: number;
  /** With the left and with the right white die. */
  sums: number[];
}

export interface Dice {
  text: RollText;
  white: number[];
  sum: number;
  /** One per colour in the order r y g b; null: the die has left the game. */
  colours: (ColourDie | null)[];
}

export interface Turn {
  number: number;
  active: number;
  roll: Dice;
  white: Move[];
  /** null where the white phase ended the game. */
  colour: Move | null;
  misthrow: boolean;
  /** Rows closed in this turn. */
  closed: Colour[];
}

export interface GameView {
  /** Names this game among those of the table; used for the dice and in file names. */
  id: string;
  turn: number;
  phase: GamePhase;
  active: number;
  /** null before the throw. */
  roll: Dice | null;
  /** Has the seat answered the phase that runs? Never what. */
  answered: boolean[];
  /** White choices of this turn in seat order, once all have chosen. */
  white: Move[] | null;
  /** Milliseconds left for the decision that runs; null without a timer. */
  remaining: number | null;
  cards: Card[];
  closed: ClosedRow[];
  /** The turn before this one; once over, the last turn of all. */
  last: Turn | null;
}

/** Somebody says that the dice fell otherwise. */
export interface Correction {
  roll: RollText;
  by: number | null;
}

/** What somebody has said about the real dice of the turn that runs; it can be corrected. */
export interface EnteredDice {
  /** The seat; null: a screen, at which nobody sits. */
  by: number | null;
  /** Nobody has answered to them: anybody at the table may correct them. */
  free: boolean;
  /** Otherwise this seat has to agree, and all answers of this turn are given back. */
  agreeing: number | null;
  /** What this seat has to agree to. */
  asked: Correction | null;
}

/** Real dice, which people throw and enter. */
export interface RealDice {
  /** The coloured dice that are thrown in this turn. */
  colours: Colour[];
  /** null before somebody has said what fell. */
  entered: EnteredDice | null;
}

export interface FairPart {
  seat: number;
  /** null: not in yet. */
  commitment: string | null;
  /** null until all commitments are in and this one is revealed. */
  part: string | null;
  /** It did not answer in time, and the dice do without it. */
  excused: boolean;
}

/**
 * Fair dice. The server commits to `secret` before it sees any player's part; each browser
 * commits to a part while the table gathers and reveals it once all commitments are in.
 *
 * A commitment is the SHA-256, in hex, of the bytes that the 64 hex digits stand for.
 */
export interface Fair {
  game: string;
  commitment: string;
  /** Only once the game is over. */
  secret: string | null;
  /** All commitments are in: now send the part, but only if you see them all in `parts`. */
  reveal: boolean;
  /** Of the players, in seat order. Bots have none: they are the server's, like its secret. */
  parts: FairPart[];
  /** null: the first player is drawn from these dice; in a rematch it is the next seat instead. */
  first: number | null;
  /** The seats that did not reveal, for each time that all commitments had to be made anew. */
  restarts: number[][];
  /** How the dice follow from the secrets: qwixx-fair-2, or qwixx-day-1 in the game of a day. */
  scheme: string;
}

export interface Result {
  /** Of this game, among those at the table: /CODE/number stays its address. */
  number: number;
  ending: EndingKind;
  winners: number[];
  /** Places in seat order, 1 for the winners; equal totals share one. */
  places: number[];
  first: number;
  /** All rolls of the game, for the check of the dice. */
  rolls: RollText[];
}

/** Everything this person may know about the table, at whatever stage it is. */
export interface TableView {
  type: 'view';
  /** Grows with every event of the table. */
  version: number;
  code: TableCode;
  /** Address phones can use to reach this table. Empty: the page's own address will do. */
  link: string;
  options: Options;
  /** Left out where `hello` said that it is known. */
  layout: Layout;
  seats: Seat[];
  /** Seat of the host; null while no player sits here. */
  host: number | null;
  spectators: number;
  /** null where the dice are real: there is nothing to check. */
  fair: Fair | null;
  /** The server cannot write anything now, so that nothing goes on; it will by itself. */
  troubled?: boolean;
  /** The score of all games at this table; null before the first one is over. */
  evening?: Evening | null;
  /** Those who watch, and would like to play in the next game. */
  asks?: SeatAsk[];
}

/** People come and go. */
export interface LobbyView extends TableView {
  stage: 'lobby';
  game: null;
  result: null;
  /** Real dice: the seat that rolls first; null is by lot. */
  first?: number | null;
  /** Real dice or a pad: the lucky numbers by seat that were set by hand; none: they are dealt. */
  lucky?: number[][];
  /** null for a spectator. The last field, and the only one in which views differ. */
  you: You | null;
}

/** The dice are sealed before the first throw. */
export interface SealingView extends TableView {
  stage: 'sealing';
  game: null;
  result: null;
  you: You | null;
}

export interface PlayingView extends TableView {
  stage: 'playing';
  /** With real dice its phase is "over" until somebody has confirmed the result. */
  game: GameView;
  result: null;
  /** Where the dice are real. */
  real?: RealDice | null;
  you: You | null;
}

/** Cards and nothing else: there is no game to follow, neither turns nor dice. */
export interface PadView extends TableView {
  stage: 'pad';
  game: null;
  result: null;
  pad: Pad;
  /** Once it is over: the seats that would play again. */
  agreed: number[];
  you: You | null;
}

export interface OverView extends TableView {
  stage: 'over';
  game: GameView;
  result: Result;
  /** The seats that would play again; the game begins when all who are here would. */
  agreed: number[];
  you: You | null;
}

export type View = LobbyView | SealingView | PlayingView | PadView | OverView;

/** With a game to look at. */
export type PlayedView = PlayingView | OverView;

export type Reply = Ack | Refusal | Bye | Aside;

export type ServerMessage = View | Reply;

export interface BotLevel {
  name: string;
  /** 1 is the weakest. */
  strength: number;
  /** Made for people to play against; the others are there to compare with. */
  forPlayers: boolean;
  /** What it can play. */
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
  /** You are asked something. */
  yours: boolean;
  others: string[];
  /** The levels of those of them that are bots. */
  bots: string[];
  card: Card | null;
}

/** One step of a replay: the table after a throw, a white phase or a whole turn. */
export interface Frame {
  turn: number;
  step: 'roll' | 'white' | 'colour';
  active: number;
  roll: Dice;
  /** From the white step on. */
  white: Move[] | null;
  /** In the colour step; null where there was none. */
  colour: Move | null;
  misthrow: boolean;
  cards: Card[];
  closed: ClosedRow[];
}

/** Something in the page broke. The server logs where, and nothing that a player has typed. */
export interface PageError {
  message: string;
  stack: string;
  /** The script that the page started with, which names its version. */
  page: string;
  browser: 'chromium' | 'firefox' | 'safari' | 'other';
}

/** The body of every answer that is an error. */
export interface Problem {
  code: RefusalCode | 'no-such-table' | 'no-such-day' | 'day-over' /* that day's game can no longer be begun */ | 'not-over' | 'not-found' | 'bad-record' /* no record of a game, or one that breaks the rules */ | 'no-hints' /* the host has not allowed them */ | 'no-review' /* played by a house rule, of which the coach knows nothing */ | 'busy' /* too many ask the coach; a little later there may be room */;
}

export type Grade = 'best' | 'inaccuracy' | 'mistake' | 'blunder';

/** Why a move is better: a code for translations, with the facts of its sentence. */
export interface Why {
  code: string;
  facts: Record<string, number | string>;
}

export interface MoveCost {
  move: Move;
  /** How much less than the best move it brings. */
  cost: number;
}

export interface AskHint {
  /** Says whose hint it is to be: everybody hears about the own seat only. */
  secret: Secret;
}

export interface HintMove {
  move: Move;
  /** The winning chance after it; alone, the points to expect. */
  share: number;
  cost: number;
  reasons: Why[];
  /** In a fight for a lock: how often it should be chosen, for nobody can know what is best. */
  mix?: number | null;
}

export interface Hint {
  /** The version of the table at which this was asked. */
  version: number;
  /** Every legal move, best first. */
  moves: HintMove[];
}

/** What can be played alone here. */
export interface SoloGame {
  variant: Variant;
  /** Judged by the exact optimum, which the host has solved; else by the net, which estimates. */
  exact: boolean;
}

/** How a game went for a seat: result = expected + luck + own + others + rest. */
export interface ReviewSeat {
  name: string;
  /** The share of the win; of an unfinished game, the last value reached. */
  result: number;
  expected: number;
  luck: number;
  own: number;
  others: number;
  /** What is not explained. */
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
  /** What the best answer to what the others really played would have brought more. */
  hindsight: number;
  grade: Grade;
  /** A fight for a lock: nobody could know what the others would do. */
  fight: boolean;
  /** Every legal move, best first. */
  moves: MoveCost[];
  reasons: Why[];
}

/** The chances at one moment of a game. */
export interface ReviewStep {
  turn: number;
  after: 'start' | 'roll' | 'white' | 'colour' | 'end';
  shares: number[];
  /** Expected final totals. */
  points: number[];
}

/** A whole game, looked at again, as `qwixx review --json` tells it. */
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
  /** Which seats are bots', as far as that is known. */
  bots: boolean[];
  first: number;
  /** Longo: two numbers for each seat. Classic: empty lists. */
  lucky: number[][];
  frames: Frame[];
  /** As it is written in a file. */
  record: string;
  review: Review;
}

/** Take a seat in the game of that day: once for each secret, the same table every time. */
export interface PlayDay {
  secret: Secret;
  /** The day that the page shows. When it is over, the answer is `day-over`. */
  day: string;
}

/** What is published about a day before it begins. */
export interface DaySeal {
  day: string;
  /** The SHA-256 of the secret from which its dice follow. */
  seal: string;
  /** When it was drawn, in milliseconds since 1970 by the server's clock. */
  sealedAt: number;
}

/** How many have so many points. */
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
  /** Told an hour after the day, when games of it no longer count. */
  secret: string | null;
  /** Who have finished it in time. */
  players: number;
  /** The fewest points first. */
  tens: DayTen[];
  /** The most points … */
  most: number | null;
  /** … and the table where they were made, when the secret is told. */
  best: TableCode | null;
}

export interface Today {
  today: Day;
  /** Milliseconds until the next day begins, by the server's clock. */
  left: number;
  tomorrow: DaySeal;
  /** null where there was no game yesterday. */
  yesterday: Day | null;
}

/** Somebody's game of a day among all of that day. */
export interface DayResult {
  day: Day;
  /** null: it is not over yet. */
  points: number | null;
  /** null: it is not over, or was over too late to count, or was given up to a bot. */
  place: number | null;
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

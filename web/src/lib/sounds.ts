/* Small sounds. Made on the spot: no files. */

/** So that nobody minds. */
const VOLUME = 0.35;

let context: AudioContext | null = null;

/** A burst of filtered noise: dice on leather, a brush on paper. */
function burst(
  audio: AudioContext,
  at: number,
  length: number,
  frequency: number,
  volume: number,
): void {
  const size = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, size, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / size) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency, Q: 1.2 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: volume * VOLUME }))
    .connect(audio.destination);
  source.start(audio.currentTime + at);
}

const SOUNDS = {
  roll: (audio: AudioContext) =>
    [0, 0.09, 0.17, 0.28, 0.42].forEach((at) => burst(audio, at, 0.07, 1400, 0.5)),
  cross: (audio: AudioContext) => [0, 0.09].forEach((at) => burst(audio, at, 0.08, 3600, 0.25)),
  lock: (audio: AudioContext) => [0, 0.06].forEach((at) => burst(audio, at, 0.05, 700, 0.9)),
  turn: (audio: AudioContext) => [0, 0.18].forEach((at) => burst(audio, at, 0.2, 900, 1.2)),
};

export type Sound = keyof typeof SOUNDS;

export function play(what: Sound): void {
  context ??= new AudioContext();
  SOUNDS[what](context);
}

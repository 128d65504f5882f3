/** The two tones, in hertz, and when each begins, in seconds. */
const tones = [
  { hertz: 659.3, at: 0 },
  { hertz: 880, at: 0.11 },
];

/** How long a tone sounds, in seconds, and how loud it begins. */
const sound = { seconds: 0.35, volume: 0.12 };

/** Plays two soft tones. Plays nothing where the browser does not let the page: before anybody has touched it. */
export function playChime(): void {
  const context = new AudioContext();
  if (context.state === 'suspended') return void context.close();
  for (const { hertz, at } of tones) {
    const start = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const volume = new GainNode(context, { gain: sound.volume });
    volume.gain.exponentialRampToValueAtTime(0.001, start + sound.seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + sound.seconds);
    tone.onended = at > 0 ? () => void context.close() : null;
  }
}

// The sound of an alert.

import { kept } from "./dom";

let audio: AudioContext | null = null;

/** Two short tones, unless they were turned off. */
export function ring(): void {
  if (kept("sound") === "off") return;
  audio ??= new AudioContext();
  const begin = audio.currentTime;
  for (const [at, pitch] of [[0, 660], [0.16, 880]] as const) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, begin + at);
    loud.gain.exponentialRampToValueAtTime(0.2, begin + at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + at + 0.15);
    tone.connect(loud).connect(audio.destination);
    tone.start(begin + at);
    tone.stop(begin + at + 0.16);
  }
}

import { storage } from '../../lib/storage.ts'

const KEY = 'floe.sound'

/** Whether this browser says by a sound that a question came; off unless it was switched on. */
export const isSoundOn = (): boolean => storage.get(KEY) === 'on'

export function switchSound(on: boolean): void {
  if (on) storage.set(KEY, 'on')
  else storage.remove(KEY)
}

/** Hertz, and seconds. */
const TONES = [660, 880]
const TONE = 0.12

/** Two short tones. A browser that lets no page play before it was touched plays nothing. */
export function playSound(): void {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = 0.1
  volume.connect(audio.destination)
  TONES.forEach((frequency, at) => {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(audio.currentTime + at * TONE)
    tone.stop(audio.currentTime + (at + 1) * TONE)
    if (at === TONES.length - 1) tone.onended = () => void audio.close()
  })
}

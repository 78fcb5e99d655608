/** Messages that are read aloud. */
export const speech = {
  label: 'Reading aloud',
  item: 'Read aloud',
  pause: 'Pause',
  resume: 'Resume',
  back: 'Previous sentence',
  forward: 'Next sentence',
  stop: 'Stop reading',
  at: '{{index}} / {{of}}',
  rate: 'Speed',
  voice: 'Voice',
  code: 'Code.',
  formula: 'formula',
  nothing: 'This message has nothing to read aloud.',
  noVoice: 'This computer has no voice for {{language}}. You can install one in the system’s settings.',
  failed: 'The system couldn’t read this aloud.',
} as const;

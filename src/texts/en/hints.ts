export const hints = {
  label: 'Tip',
  dismiss: 'Got it',
  approval: 'Tools ask before they act. Check what the call would do, then allow or deny it.',
  'switch-panel': 'Before you switch, Baton shows what the next model gets and what’s left out.',
  compare: 'One question, several answers. Pick one to continue; the others are kept.',
  knot: 'A knot marks where you switched models. Select it to see what changed.',
  stitch: 'A stitch marks what was sent in another form. Select it to see why.',
} as const;

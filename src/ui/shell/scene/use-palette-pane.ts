import { useState } from 'react';
import { createEarlyKeys, type EarlyKeys } from '#ui/kit/keyboard/early-keys.ts';

export interface PalettePane {
  open: boolean;
  show: (open: boolean) => void;
  /** What is typed before the palette is there. */
  early: EarlyKeys;
}

export function usePalettePane(): PalettePane {
  const [open, setOpen] = useState(false);
  const [early] = useState(createEarlyKeys);
  const show = (to: boolean) => {
    if (to) early.begin(() => show(false));
    else early.abandon();
    setOpen(to);
  };
  return { open, show, early };
}

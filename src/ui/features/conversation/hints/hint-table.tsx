import { Columns2, ShieldQuestion, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { Knot } from '#ui/features/conversation/marks/knot.tsx';
import { StitchMark } from '#ui/features/conversation/marks/stitch-mark.tsx';
import type { HintId } from './hint-ids.ts';

/** What each hint explains, as a picture. Its words are in the catalog `hints`. */
export const HINTS: Readonly<Record<HintId, ReactNode>> = {
  approval: <ShieldQuestion aria-hidden />,
  'switch-panel': <Waypoints aria-hidden />,
  compare: <Columns2 aria-hidden />,
  knot: <Knot className="" />,
  stitch: <StitchMark />,
};

import { createContext, use } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow, SessionSettings } from '#storage/rows.ts';
import type { Route } from '#ui/shared/navigation/route.ts';
import type { FrameActions } from './use-frame-actions.ts';
import type { FrameActivity } from './use-frame-activity.ts';
import type { FrameCommands } from './use-frame-commands.ts';
import type { Organizing } from './use-organizing.ts';
import type { PalettePane } from './use-palette-pane.ts';
import type { ShownSession } from './use-shown-session.ts';
import type { SidebarPane } from './use-sidebar-pane.ts';

/** What the parts of the window share. */
export interface FrameState {
  /** The page in the address. */
  route: Route<string>;
  shown: ShownSession;
  folders: readonly OutlinedFolder[];
  pane: SidebarPane;
  palette: PalettePane;
  organizing: Organizing;
  actions: FrameActions;
  commands: FrameCommands;
}

/** The stored conversations. Apart from the rest, because each answer changes them several times. */
export interface FrameSessions {
  /** All that can be listed; `undefined` until loaded. */
  all: readonly SessionRow[] | undefined;
  /** Without the archived ones, in the order of the list. */
  ordered: readonly SessionRow[];
  /** The one in the address, without what each message changes: `undefined` until loaded, `null` when there is none. */
  current: SessionSettings | null | undefined;
}

export const FrameContext = createContext<FrameState | null>(null);
export const SessionsContext = createContext<FrameSessions | null>(null);
/** Apart from the rest, because it changes with each answer. */
export const ActivityContext = createContext<FrameActivity | null>(null);

export function useFrame(): FrameState {
  const frame = use(FrameContext);
  if (!frame) throw new Error('FrameContext is missing');
  return frame;
}

export function useFrameSessions(): FrameSessions {
  const sessions = use(SessionsContext);
  if (!sessions) throw new Error('SessionsContext is missing');
  return sessions;
}

export function useActivity(): FrameActivity {
  const activity = use(ActivityContext);
  if (!activity) throw new Error('ActivityContext is missing');
  return activity;
}

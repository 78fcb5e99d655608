import type { Menu } from '@base-ui/react/menu';
import { createContext, use } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import type { ListItem } from './list-items.ts';
import type { LineActions } from './use-line-actions.ts';

/** What all lines of the list share. */
export interface ListScene {
  now: number;
  /** Key of the line that Tab leads to. */
  tabStop: string | null;
  /** The folder under the dragged line. */
  over: string | null | undefined;
  selected: ReadonlySet<string>;
  menu: Menu.Handle<SessionRow>;
  folderMenu: Menu.Handle<OutlinedFolder>;
  lines: LineActions;
  /** Folds or unfolds. */
  toggle: (item: ListItem) => void;
}

export const ListSceneContext = createContext<ListScene | null>(null);

export function useListScene(): ListScene {
  const scene = use(ListSceneContext);
  if (!scene) throw new Error('ListSceneContext is missing');
  return scene;
}

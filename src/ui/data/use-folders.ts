import { useLiveQuery } from './use-live-query.ts';
import { useMemo } from 'react';
import { outlineFolders, type OutlinedFolder } from '#core/folder-tree.ts';
import { listFolders } from '#storage/folder-repository.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';
import { useServices } from './services.ts';

const NONE: OutlinedFolder[] = [];

/** In display order, each folder above its contents. */
export function useFolders(): readonly OutlinedFolder[] {
  const { db, onUnreadableRow } = useServices();
  const language = useLanguage();
  const rows = useLiveQuery(() => listFolders(db, onUnreadableRow), [db, onUnreadableRow]);
  return useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true });
    return rows ? outlineFolders(rows, compare) : NONE;
  }, [rows, language]);
}

import {
  Archive,
  ArchiveRestore,
  FileClock,
  FileDown,
  FileSearch,
  FolderInput,
  ListTree,
  Pin,
  PinOff,
  Printer,
  Tag,
  Trash2,
} from 'lucide-react';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { openOutline } from '#ui/features/conversation/outline/open-outline.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { PaletteItem } from '#ui/shared/palette/palette-groups.ts';
import { paletteWords } from '#ui/shared/palette/palette-words.ts';
import { useFrame, useFrameSessions } from '#ui/shell/scene/frame-context.ts';

/** What can be done with the shown conversation. */
export function useShownItems(): PaletteItem[] {
  return [...useReadingItems(), ...useOrganizingItems(), ...useDeleteItem()];
}

/** Its outline, its requests, its file. */
function useReadingItems(): PaletteItem[] {
  const t = useT('frame');
  const outline = useT('outline');
  const reports = useT('report');
  const transfer = useT('transfer');
  const { inspect } = useReports();
  const exportThem = useExportDialog();
  const { current: session } = useFrameSessions();
  if (!session) return [];
  return [
    {
      key: 'outline',
      label: outline('open'),
      keywords: paletteWords('outline'),
      icon: <ListTree />,
      run: () => void openOutline(),
    },
    {
      key: 'sent',
      label: reports('inspector.openLast'),
      keywords: paletteWords('sent'),
      icon: <FileClock />,
      run: () => inspect({ kind: 'sent', sessionId: session.id, answerId: null }),
    },
    {
      key: 'next',
      label: reports('inspector.openNext'),
      keywords: paletteWords('next'),
      icon: <FileSearch />,
      run: () => inspect({ kind: 'next', sessionId: session.id }),
    },
    {
      key: 'export',
      label: transfer('export.dialogTitle', { title: session.title || t('session.untitled') }),
      keywords: paletteWords('export'),
      icon: <FileDown />,
      run: () => exportThem([session.id]),
    },
    {
      key: 'print',
      label: transfer('print.menu'),
      keywords: paletteWords('print'),
      icon: <Printer />,
      run: () => exportThem([session.id], 'paper'),
    },
  ];
}

/** Where it is in the list. Tasks aren't listed. */
function useOrganizingItems(): PaletteItem[] {
  const t = useT('frame');
  const order = useT('organize');
  const { organizing, actions } = useFrame();
  const { current: session } = useFrameSessions();
  if (!session || session.task) return [];
  const archived = session.archivedAt !== undefined;
  return [
    {
      key: 'pin',
      label: t(session.pinned ? 'palette.unpin' : 'palette.pin'),
      icon: session.pinned ? <PinOff /> : <Pin />,
      run: () => void actions.togglePin(session),
    },
    {
      key: 'move',
      label: order('palette.move'),
      icon: <FolderInput />,
      run: () => organizing.openDialog({ kind: 'move', sessions: [session.id] }),
    },
    {
      key: 'tag',
      label: order('palette.tags'),
      icon: <Tag />,
      run: () => organizing.openDialog({ kind: 'tag', sessions: [session.id] }),
    },
    {
      key: 'archive',
      label: order(archived ? 'palette.takeOut' : 'palette.archive'),
      icon: archived ? <ArchiveRestore /> : <Archive />,
      run: () => organizing.actions.archive([session], !archived),
    },
  ];
}

/** Shows the conversation of a deleted task, or the next one in the list. */
function useDeleteItem(): PaletteItem[] {
  const t = useT('frame');
  const { actions } = useFrame();
  const { current: session, ordered } = useFrameSessions();
  if (!session) return [];
  const next = session.task?.above.at(-1) ?? ordered.find((one) => one.id !== session.id)?.id ?? null;
  return [
    {
      key: 'delete',
      label: t('palette.delete'),
      icon: <Trash2 />,
      run: () => void actions.remove([session], next),
    },
  ];
}

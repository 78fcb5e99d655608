import {
  Archive,
  ArchiveRestore,
  FileClock,
  FileDown,
  FileSearch,
  FolderInput,
  FolderPlus,
  ListTree,
  Monitor,
  Moon,
  PanelLeft,
  Pin,
  PinOff,
  Search,
  Square,
  SquarePen,
  Sun,
  Tag,
  TextSearch,
  Trash2,
} from 'lucide-react';
import { useMemo } from 'react';
import { LANGUAGES } from '#texts/languages.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { openOutline } from '#ui/features/conversation/outline/open-outline.ts';
import { useAssistants } from '#ui/shared/library/use-library.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrameKeys } from '#ui/kit/keyboard/use-frame-keys.ts';
import type { PaletteGroup, PaletteItem } from '#ui/shared/palette/palette-groups.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { sessionVendor } from '#ui/shared/vendors/session-vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { openSession } from '#ui/shared/navigation/open-session.ts';
import { useSettingsItems } from '#ui/shell/settings/use-settings-items.tsx';
import type { FrameActions } from './use-frame-actions.ts';

interface PaletteSources {
  /** The open conversation. */
  session: SessionRow | null;
  sessions: readonly SessionRow[];
  actions: Omit<FrameActions, 'newChat'> & {
    newChat: () => void;
    newFolder: () => void;
    move: (session: SessionRow) => void;
    tag: (session: SessionRow) => void;
    archive: (session: SessionRow, archived: boolean) => void;
    search: () => void;
    searchAll: () => void;
    toggleSidebar: () => void;
    stop: (() => void) | null;
  };
}

/** Everything in the palette: conversations, available actions, models, settings. */
export function usePaletteGroups({ session, sessions, actions }: PaletteSources): PaletteGroup[] {
  const t = useT('frame');
  const settingsItems = useSettingsItems();
  const order = useT('organize');
  const reports = useT('report');
  const library = useT('library');
  const assistants = useAssistants();
  const outline = useT('outline');
  const { inspect } = useReports();
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const keys = useFrameKeys();
  const models = useModels();
  const { connections } = useConnections();
  const { flows } = useServices();
  const changeAppearance = useAppearance((state) => state.change);

  const sessionItems = useMemo(
    () =>
      sessions.map((one): PaletteItem => {
        const { vendor, practice } = sessionVendor(one, connections);
        return {
          key: `session ${one.id}`,
          label: one.title || t('session.untitled'),
          icon: <VendorMark vendor={vendor} practice={practice} />,
          ...(vendor && { note: VENDOR_LOOK[vendor].name }),
          focuses: true,
          run: () => openSession(one.id),
        };
      }),
    [sessions, connections, t],
  );

  const here: PaletteItem[] = session
    ? [
        {
          key: 'outline',
          label: outline('open'),
          words: 'outline tree branches 개요 갈래',
          icon: <ListTree />,
          run: () => void openOutline(),
        },
        {
          key: 'sent',
          label: reports('inspector.openLast'),
          words: 'inspect request report JSON cURL 요청 보고',
          icon: <FileClock />,
          run: () => inspect({ kind: 'sent', sessionId: session.id, answerId: null }),
        },
        {
          key: 'next',
          label: reports('inspector.openNext'),
          words: 'inspect preview request JSON cURL 요청 미리',
          icon: <FileSearch />,
          run: () => inspect({ kind: 'next', sessionId: session.id }),
        },
        {
          key: 'export',
          label: transfer('export.dialogTitle', { title: session.title || t('session.untitled') }),
          words: 'export save Markdown HTML JSON 내보내기 저장',
          icon: <FileDown />,
          run: () => exportThem([session.id]),
        },
        ...(session.task
          ? []
          : [
              {
                key: 'pin',
                label: t(session.pinned ? 'palette.unpin' : 'palette.pin'),
                icon: session.pinned ? <PinOff /> : <Pin />,
                run: () => void actions.togglePin(session),
              },
              { key: 'move', label: order('palette.move'), icon: <FolderInput />, run: () => actions.move(session) },
              { key: 'tag', label: order('palette.tags'), icon: <Tag />, run: () => actions.tag(session) },
              {
                key: 'archive',
                label: order(session.archivedAt === undefined ? 'palette.archive' : 'palette.takeOut'),
                icon: session.archivedAt === undefined ? <Archive /> : <ArchiveRestore />,
                run: () => actions.archive(session, session.archivedAt === undefined),
              },
            ]),
        {
          key: 'delete',
          label: t('palette.delete'),
          icon: <Trash2 />,
          run: () => {
            const next = session.task?.above.at(-1) ?? sessions.find((one) => one.id !== session.id)?.id ?? null;
            void actions.remove([session], next);
          },
        },
      ]
    : [];
  const stop = actions.stop;
  const actionItems: PaletteItem[] = [
    ...(stop ? [{ key: 'stop', label: t('keys.stop'), icon: <Square />, note: keys.stop, run: stop }] : []),
    { key: 'new', label: t('keys.newChat'), icon: <SquarePen />, note: keys.newChat, run: actions.newChat },
    { key: 'newFolder', label: order('palette.newFolder'), icon: <FolderPlus />, run: actions.newFolder },
    {
      key: 'searchAll',
      label: t('keys.searchAll'),
      icon: <TextSearch />,
      note: keys.searchAll,
      run: actions.searchAll,
    },
    { key: 'search', label: t('keys.search'), icon: <Search />, note: keys.search, run: actions.search },
    {
      key: 'sidebar',
      label: t('keys.toggleSidebar'),
      icon: <PanelLeft />,
      note: keys.toggleSidebar,
      run: actions.toggleSidebar,
    },
    ...here,
    {
      key: 'light',
      label: t('palette.themeLight'),
      icon: <Sun />,
      run: () => changeAppearance({ theme: 'light' }),
    },
    { key: 'dark', label: t('palette.themeDark'), icon: <Moon />, run: () => changeAppearance({ theme: 'dark' }) },
    {
      key: 'system',
      label: t('palette.themeSystem'),
      icon: <Monitor />,
      run: () => changeAppearance({ theme: 'system' }),
    },
    ...[...LANGUAGES].map(([id, { name, search, symbol }]) => ({
      key: id,
      label: name,
      words: search,
      icon: symbol,
      run: () => changeAppearance({ language: id }),
    })),
  ];

  const modelItems: PaletteItem[] = session
    ? models.map(({ model, connection }) => ({
        key: `model ${connection.id} ${model.id}`,
        label: model.label,
        words: `${model.id} ${connection.label}`,
        icon: <VendorMark vendor={connection.vendor} practice={connection.practice} />,
        note: connection.label,
        run: () =>
          void flows.setTarget(session.id, {
            connection: connection.id,
            model: model.id,
            thinking: session.target?.thinking ?? 'medium',
          }),
      }))
    : [];

  const assistantItems = assistants.map((assistant): PaletteItem => ({
    key: `assistant ${assistant.id}`,
    label: library('palette.begin', { name: assistant.name }),
    icon: <SquarePen />,
    run: () => void actions.newChatWith(assistant),
  }));

  return [
    { key: 'sessions', label: t('palette.sessions'), items: sessionItems, unasked: 5 },
    { key: 'actions', label: t('palette.actions'), items: actionItems, unasked: 6 },
    { key: 'assistants', label: library('palette.group'), items: assistantItems, unasked: 0 },
    { key: 'models', label: t('palette.models'), items: modelItems, unasked: 0 },
    { key: 'settings', label: t('palette.settings'), items: settingsItems, unasked: settingsItems.length },
  ];
}

import { Menu } from '@base-ui/react/menu';
import { BookmarkPlus, Ellipsis, FileDown, FileSearch, Pencil, ScrollText, SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';

const ParametersDialog = lazyPart(async () => (await import('./parameters-dialog.tsx')).ParametersDialog);

interface ChatMenuProps {
  session: SessionRow;
  onRename: () => void;
  onSystem: () => void;
  /** Saves it as an assistant. */
  onSave: () => void;
}

/** What can be done with the whole conversation. */
export function ChatMenu({ session, onRename, onSystem, onSave }: ChatMenuProps) {
  const t = useT('chat');
  const library = useT('library');
  const parameters = useT('parameters');
  const reports = useT('report');
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const { inspect } = useReports();
  const restoreFocus = useRef(true);
  const [tuning, setTuning] = useState(false);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={iconButtonClass()} aria-label={t('header.menu')}>
          <Ellipsis aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
            <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
              <Menu.Item
                className={menu['item']}
                onClick={() => {
                  restoreFocus.current = false;
                  onRename();
                }}
              >
                <Pencil aria-hidden />
                {t('header.rename')}
              </Menu.Item>
              <Menu.Item className={menu['item']} onClick={onSystem}>
                <ScrollText aria-hidden />
                {t('header.system')}
              </Menu.Item>
              {session.target && (
                <Menu.Item className={menu['item']} onClick={() => setTuning(true)}>
                  <SlidersHorizontal aria-hidden />
                  {parameters('open')}
                </Menu.Item>
              )}
              <Menu.Item className={menu['item']} onClick={onSave}>
                <BookmarkPlus aria-hidden />
                {library('assistant.fromSession')}
              </Menu.Item>
              <Menu.Item className={menu['item']} onClick={() => inspect({ kind: 'next', sessionId: session.id })}>
                <FileSearch aria-hidden />
                {reports('inspector.openNext')}
              </Menu.Item>
              <Menu.Item className={menu['item']} onClick={() => exportThem([session.id])}>
                <FileDown aria-hidden />
                {transfer('export.menu')}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {tuning && <ParametersDialog session={session} onClose={() => setTuning(false)} />}
    </>
  );
}

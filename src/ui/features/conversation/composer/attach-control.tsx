import { Menu } from '@base-ui/react/menu';
import { File, Paperclip, Plug } from 'lucide-react';
import { useRef } from 'react';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import menu from '#ui/kit/controls/menu.module.css';

interface AttachControlProps {
  onFiles: (files: File[]) => void;
  /** Opens the resources and prompts of servers; absent when no servers are used. */
  onServer?: (() => void) | undefined;
}

/** Adds files and server content to the message. */
export function AttachControl({ onFiles, onServer }: AttachControlProps) {
  const t = useT('chat');
  const insert = useT('insert');
  const files = useRef<HTMLInputElement>(null);
  const pick = () => files.current?.click();
  return (
    <>
      {onServer ? (
        <Menu.Root>
          <Menu.Trigger
            className={iconButtonClass(true)}
            aria-label={insert('menu.label')}
            title={insert('menu.label')}
          >
            <Paperclip />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner className={menu['positioner']} side="top" align="start" sideOffset={4}>
              <Menu.Popup className={menu['popup']}>
                <Menu.Item className={menu['item']} onClick={pick}>
                  <File aria-hidden />
                  {insert('menu.files')}
                </Menu.Item>
                <Menu.Item className={menu['item']} onClick={onServer}>
                  <Plug aria-hidden />
                  {insert('menu.server')}
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      ) : (
        <IconButton small label={t('composer.attach')} icon={<Paperclip />} onClick={pick} />
      )}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

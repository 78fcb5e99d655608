import { useEffect, useEffectEvent, useState } from 'react';
import { desktopEndpoints } from '#contract/desktop.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useSession } from '#ui/data/use-session.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { shareWay } from '#ui/shared/files/share-way.ts';
import { useWriteAside } from '#ui/shared/files/use-write-aside.ts';
import { exportFileName } from './export-file-name.ts';
import { READABLE_OPTIONS } from './export-options.tsx';

interface ShareDialogProps {
  sessions: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type State = { step: 'writing' } | { step: 'ready'; file: File } | { step: 'failed'; error: unknown };

/** Gives a conversation as a text file to the system's share menu. */
export function ShareDialog({ sessions: [session = ''], open, onOpenChange }: ShareDialogProps) {
  // Each opening begins anew.
  return open && <Open key={session} session={session} onClose={() => onOpenChange(false)} />;
}

/** The browser or the host no longer counts the press that opened this: the file took longer. */
const isLate = (error: unknown): boolean =>
  (error instanceof HostProblemError && error.code === 'gesture_missing') ||
  (error instanceof DOMException && error.name === 'NotAllowedError');

const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

function Open({ session, onClose }: { session: string; onClose: () => void }) {
  const t = useT('transfer');
  const frame = useT('frame');
  const common = useT('common');
  const messageOf = useErrorMessage();
  const language = useLanguage();
  const writeAside = useWriteAside();
  const host = useHostGroup(desktopEndpoints);
  const way = shareWay(useHostInfo()?.mount);
  const row = useSession(session);
  const title = row?.title || frame('session.untitled');
  const [state, setState] = useState<State>({ step: 'writing' });
  const [sharing, setSharing] = useState(false);

  async function share(file: File, pressed: boolean): Promise<void> {
    setSharing(true);
    try {
      if (way === 'browser') await navigator.share({ files: [file] });
      else await host.giveFile({ name: file.name, by: 'share' }, new Uint8Array(await file.arrayBuffer()));
      onClose();
    } catch (error) {
      if (isCanceled(error)) onClose();
      else setState(isLate(error) && !pressed ? { step: 'ready', file } : { step: 'failed', error });
    } finally {
      setSharing(false);
    }
  }

  // Plain text: every program and every phone reads it, and browsers let no Markdown pass.
  const prepare = useEffectEvent((signal: AbortSignal) =>
    writeAside(
      { ...READABLE_OPTIONS, format: 'text', sessions: [session], trash: false, language },
      exportFileName('text', row?.title ?? '', new Date()),
      signal,
    ),
  );
  const known = row !== undefined;
  const onPrepared = useEffectEvent((file: File) => share(file, false));
  useEffect(() => {
    if (!known) return undefined;
    const stop = new AbortController();
    prepare(stop.signal).then(
      (file) => (stop.signal.aborted ? undefined : onPrepared(file)),
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ step: 'failed', error });
      },
    );
    return () => stop.abort();
  }, [known]);

  return (
    <Modal
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('share.title', { title })}
      footer={
        state.step !== 'writing' && (
          <>
            <Button onClick={onClose}>{common(state.step === 'failed' ? 'close' : 'cancel')}</Button>
            {state.step === 'ready' && (
              <Button variant="primary" autoFocus busy={sharing} onClick={() => void share(state.file, true)}>
                {t('share.start')}
              </Button>
            )}
          </>
        )
      }
    >
      {state.step === 'writing' && (
        <ProgressBox
          title={t('share.preparing')}
          phase={t('share.preparing')}
          numbers={[]}
          part={null}
          hint=""
          stop={{ label: common('cancel'), busy: false, run: onClose }}
        />
      )}
      {state.step === 'ready' && <Notice live>{t('share.ready')}</Notice>}
      {state.step === 'failed' && (
        <Notice live tone="danger" title={t('share.failed')}>
          {messageOf(state.error)}
        </Notice>
      )}
    </Modal>
  );
}

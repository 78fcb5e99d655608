import { FileDiff } from 'lucide-react';
import { use, useRef } from 'react';
import { readCallKey } from '#core/agent/run-record.ts';
import { ShowPanelsContext } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { besideForChanges } from './open-changes.tsx';
import css from './changes.module.css';

/** Baton's own tools whose changes can be taken back. */
const CHANGING: ReadonlySet<string> = new Set([
  'builtin_workspace_server__write',
  'builtin_workspace_server__edit',
  'builtin_shell_server__run',
  'builtin_shell_server__run_outside',
]);

/** Leads from a call to the file changes of its step. */
export function ChangesOfCall({ name, callKey }: { name: string; callKey: string }) {
  const t = useT('changes');
  const show = use(ShowPanelsContext);
  const button = useRef<HTMLButtonElement>(null);
  if (!show || callKey === '' || !CHANGING.has(name)) return null;
  return (
    <Button
      ref={button}
      className={css['ofCall']}
      small
      variant="quiet"
      icon={<FileDiff aria-hidden />}
      onClick={() => show(besideForChanges(button.current, { step: readCallKey(callKey).answerId }))}
    >
      {t('open')}
    </Button>
  );
}

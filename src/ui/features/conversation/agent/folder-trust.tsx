import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import type { AttachedFolder } from '#contract/mcp.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './folder-fields.module.css';

interface FolderTrustProps {
  folder: AttachedFolder;
  busy: boolean;
  onJudge: (own: boolean) => void;
}

/** Whether the files of an attached folder are the user's own: a question until it is answered, then a chip. */
export function FolderTrust({ folder: { path, own }, busy, onJudge }: FolderTrustProps) {
  const t = useT('agent');
  const id = useId();
  if (own === null)
    return (
      <div className={css['question']} role="group" aria-labelledby={`${id}-ask`} aria-describedby={`${id}-means`}>
        <p id={`${id}-ask`}>{t('trust.ask')}</p>
        <p id={`${id}-means`} className={text['quiet']}>
          {t('trust.means')}
        </p>
        <div className={css['answers']}>
          <Button small disabled={busy} onClick={() => onJudge(true)}>
            {t('trust.own')}
          </Button>
          <Button small disabled={busy} onClick={() => onJudge(false)}>
            {t('trust.outside')}
          </Button>
        </div>
      </div>
    );
  return (
    <button
      type="button"
      className={css['chip']}
      data-own={own || undefined}
      disabled={busy}
      title={t(own ? 'trust.ownHint' : 'trust.outsideHint')}
      aria-label={t(own ? 'trust.ownChange' : 'trust.outsideChange', { path })}
      onClick={() => onJudge(!own)}
    >
      {own ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
      {t(own ? 'trust.ownChip' : 'trust.outsideChip')}
    </button>
  );
}

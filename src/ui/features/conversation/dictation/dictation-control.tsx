import { Mic } from 'lucide-react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** Begins to record. */
export function DictationControl({ vendor, onStart }: { vendor: string; onStart: () => void }) {
  const t = useT('dictation');
  return <IconButton small icon={<Mic aria-hidden />} label={t('start', { vendor })} onClick={onStart} />;
}

import { Info, Lightbulb, MessageSquareWarning, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Alert } from '#markdown/ast.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './markdown.module.css';

const ICONS: Readonly<Record<Alert, typeof Info>> = {
  note: Info,
  tip: Lightbulb,
  important: MessageSquareWarning,
  warning: TriangleAlert,
  caution: OctagonAlert,
};

/** A quote, or an alert with its title. */
export function Quote({ alert, children }: { alert: Alert | undefined; children: ReactNode }) {
  return (
    <blockquote className={css['quote']} data-alert={alert}>
      {alert && <Title alert={alert} />}
      {children}
    </blockquote>
  );
}

function Title({ alert }: { alert: Alert }) {
  const t = useT('alerts');
  const Icon = ICONS[alert];
  return (
    <p className={css['alertTitle']}>
      <Icon aria-hidden /> {t(`title.${alert}`)}
    </p>
  );
}

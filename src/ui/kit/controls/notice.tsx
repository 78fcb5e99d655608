import { Check, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './notice.module.css';

const ICON = { info: Info, success: Check, warning: TriangleAlert, danger: CircleAlert };

interface NoticeProps {
  tone?: keyof typeof ICON;
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Read aloud when it appears. */
  live?: boolean;
}

/** A short inline message: what happened or what to know, and what to do about it. */
export function Notice({ tone = 'info', title, children, actions, live }: NoticeProps) {
  const Icon = ICON[tone];
  return (
    <div
      className={`${css['notice']} ${css[tone] ?? ''}`}
      {...(live && { role: tone === 'danger' ? 'alert' : 'status' })}
    >
      <Icon className={css['icon']} aria-hidden />
      <div className={css['body']}>
        {title && <p className={css['title']}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
    </div>
  );
}

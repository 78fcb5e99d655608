import { Component, useState, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { toError } from '#core/thrown.ts';
import css from './error-boundary.module.css';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A new value tries again. */
  resetKey: string;
}

interface BoundaryState {
  failure: Failure | null;
  resetKey: string;
}

interface Failure {
  error: Error;
  stack: string;
}

/** Keeps a defect in one part of the window from breaking the rest, and says what can be done. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failure: null, resetKey };
  }

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error: toError(error), stack: '' } };
  }

  override componentDidCatch(_: unknown, info: ErrorInfo): void {
    this.setState(({ failure }) => ({ failure: failure && { ...failure, stack: info.componentStack ?? '' } }));
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <Broken failure={failure} onHome={() => this.setState({ failure: null })} />;
  }
}

function Broken({ failure, onHome }: { failure: Failure; onHome: () => void }) {
  const t = useT('frame');
  const common = useT('common');
  const [copied, setCopied] = useState(false);
  const details = [
    `${failure.error.name}: ${failure.error.message}`,
    failure.error.stack ?? '',
    failure.stack.trim(),
    navigator.userAgent,
  ]
    .filter(Boolean)
    .join('\n\n');
  // Doesn't use toasts: the component that shows them may be the broken one.
  const copy = () =>
    navigator.clipboard.writeText(details).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className={css['broken']} role="alert">
      <h1 className={css['title']}>{t('error.title')}</h1>
      <p>{t('error.body')}</p>
      <div className={css['actions']}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
        <Button
          onClick={() => {
            navigate({ name: 'home' });
            onHome();
          }}
        >
          {t('error.home')}
        </Button>
        <Button onClick={() => void copy()}>{copied ? common('copied') : t('error.copy')}</Button>
      </div>
      <details className={css['details']}>
        <summary>{t('error.details')}</summary>
        <pre>{details}</pre>
      </details>
    </div>
  );
}

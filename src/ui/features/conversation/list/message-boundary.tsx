import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { toError } from '#core/thrown.ts';

interface MessageBoundaryProps {
  /** The message's plain text, shown when it can't be rendered. */
  text: string;
  children: ReactNode;
}

/** Keeps one message that can't be rendered from breaking the conversation. */
export class MessageBoundary extends Component<MessageBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: toError(error) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    reportError(new Error(`a message could not be drawn${info.componentStack ?? ''}`, { cause: error }));
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Undrawn text={this.props.text} error={error} /> : this.props.children;
  }
}

function Undrawn({ text, error }: { text: string; error: Error }) {
  const t = useT('chat');
  return (
    <Notice tone="warning" title={t('message.undrawn')}>
      <p>{error.message}</p>
      <pre style={{ whiteSpace: 'pre-wrap' }}>{text}</pre>
    </Notice>
  );
}

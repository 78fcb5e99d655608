export type NotificationLeave = 'granted' | 'denied' | 'default' | 'unsupported';

/** The page's way to the notifications of the system. */
export interface NotificationPort {
  leave(): NotificationLeave;
  /** Asks the person; only ever on a click of theirs. */
  ask(): Promise<NotificationLeave>;
  /** Of two with the same tag the newer one takes the place of the older. Returns what takes it away. */
  show(note: { title: string; body: string; tag: string }, onClick: () => void): () => void;
}

/** `api` is absent where the page cannot notify. */
export function createNotificationPort(api: typeof Notification | undefined): NotificationPort {
  return {
    leave: () => api?.permission ?? 'unsupported',
    ask: async () => (api ? api.requestPermission() : 'unsupported'),
    show({ title, body, tag }, onClick) {
      if (!api) return () => undefined;
      const shown = new api(title, { body, tag });
      shown.addEventListener('click', () => {
        shown.close();
        onClick();
      });
      return () => shown.close();
    },
  };
}

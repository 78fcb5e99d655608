export type NotificationLeave = 'granted' | 'denied' | 'default' | 'unsupported';

/** The page's access to system notifications. */
export interface NotificationPort {
  leave(): NotificationLeave;
  /** Asks the user. Call it only on a click. */
  ask(): Promise<NotificationLeave>;
  /** A newer note replaces an older one with the same tag. Returns a function that removes the note. */
  show(note: { title: string; body: string; tag: string }, onClick: () => void): () => void;
}

/** `api` is absent when the page cannot notify. */
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

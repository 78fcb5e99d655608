import { Toast } from '@base-ui/react/toast';
import { Check, CircleAlert, TriangleAlert, X } from 'lucide-react';
import { useCallback, useEffect, useRef, type FocusEvent, type MouseEvent } from 'react';
import { buttonClass, iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { listenToToasts, toastManager } from './toast-manager.ts';
import css from './toasts.module.css';

const ICON = { success: Check, warning: TriangleAlert, danger: CircleAlert };

function toneOf(type: string | undefined): keyof typeof ICON | null {
  return type === 'success' || type === 'warning' || type === 'danger' ? type : null;
}

/** The button goes with its toast, so what has the focus keeps it. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** `onCount` is called when there are more or fewer of them. */
function List({ onCount }: { onCount: (count: number) => void }) {
  const { toasts } = Toast.useToastManager();
  const t = useT('common');
  const { length } = toasts;
  useEffect(() => onCount(length), [length, onCount]);
  return toasts.map((toast) => {
    const tone = toneOf(toast.type);
    const Icon = tone && ICON[tone];
    return (
      <Toast.Root key={toast.id} toast={toast} className={css['toast']} swipeDirection={['right', 'up']}>
        <Toast.Content className={css['content']}>
          {Icon && <Icon className={`${css['icon']} ${css[tone]}`} aria-hidden />}
          <div className={css['text']}>
            <Toast.Title className={css['title']} render={<p />} />
            <Toast.Description className={css['description']} />
          </div>
          {toast.actionProps && (
            <Toast.Action className={`${buttonClass('plain', true)} ${css['action']}`} onMouseDown={keepFocus} />
          )}
          {/* Base UI hides it from screen readers until the toasts are hovered, but the Tab key still reaches it. */}
          <Toast.Close
            className={iconButtonClass(true)}
            aria-label={t('dismiss')}
            aria-hidden={false}
            onMouseDown={keepFocus}
          >
            <X aria-hidden />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/** Toasts are dialogs, too. */
const isDialogOpenBeside = (toasts: HTMLElement): boolean =>
  [...document.querySelectorAll('[role="dialog"][data-open]')].some((dialog) => !toasts.contains(dialog));

/**
 * Tells the styles how far down the toasts reach, for dialogs, whose heads must not lie below them. An open dialog stays
 * where it is when a toast goes, or what is about to be pressed would move.
 */
function observeReach(viewport: HTMLElement | null): (() => void) | undefined {
  if (!viewport) return undefined;
  const { style } = document.documentElement;
  const life = new AbortController();
  let shown = 0;
  let isHeld = false;
  const update = () => {
    const { height, bottom } = viewport.getBoundingClientRect();
    const reach = height > 0 ? bottom : 0;
    isHeld = reach < shown && isDialogOpenBeside(viewport);
    if (isHeld) return;
    shown = reach;
    style.setProperty('--toasts-bottom', `${reach}px`);
  };
  const observer = new ResizeObserver(update);
  observer.observe(viewport);
  // A dialog that is closed gives the focus back.
  addEventListener('focusin', () => isHeld && update(), { signal: life.signal });
  return () => {
    life.abort();
    observer.disconnect();
    style.removeProperty('--toasts-bottom');
  };
}

/** Shows the toasts of the whole page. */
export function Toasts() {
  const t = useT('common');
  useEffect(listenToToasts, []);
  /** What had the focus before one of the toasts has it. */
  const before = useRef<HTMLElement>(null);
  const enters = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const leaves = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = null;
  };
  // Base UI returns the focus only after the key for the toasts, which not everyone knows.
  const giveBack = useCallback(() => {
    if (!isFocusLost()) return;
    before.current?.focus({ preventScroll: true });
    before.current = null;
  }, []);
  return (
    <Toast.Provider limit={3} toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport
          ref={observeReach}
          className={css['viewport']}
          aria-label={t('notifications')}
          onFocus={enters}
          onBlur={leaves}
        >
          <List onCount={giveBack} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

import { useLayoutEffect, useState, type RefObject } from 'react';

/** Less room for messages would make their lines short. In rem. */
const MIN_CHAT = 47;

/**
 * Where a panel of this width (rem) can be placed beside the conversation that `inside` is in; `null` where messages would
 * have too little room. While a panel is there, its width counts as room.
 */
export function useRoomBeside(
  inside: RefObject<HTMLElement | null>,
  width: number,
  wanted: boolean,
): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const chat = inside.current?.closest<HTMLElement>('[data-chat]');
    const around = chat?.parentElement;
    if (!wanted || !chat || !around) return undefined;
    const measure = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      // Other panels, such as a preview, come after the conversation.
      const others = [...around.children].filter((child) => child !== chat && !child.matches('[data-beside]'));
      const taken = others.reduce((sum, child) => sum + child.getBoundingClientRect().width, 0);
      const free = around.getBoundingClientRect().width - taken;
      setPlace(free >= (MIN_CHAT + width) * rem ? around : null);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(chat);
    observer.observe(around);
    return () => observer.disconnect();
  }, [inside, width, wanted]);
  return place;
}

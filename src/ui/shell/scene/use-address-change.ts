import { useState } from 'react';
import type { Route } from '#ui/shared/navigation/route.ts';

/** Calls `onChange` while the first page of another address renders, so that it may set state of the same component. */
export function useAddressChange(route: Route<string>, onChange: () => void): void {
  const address = JSON.stringify(route);
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress === address) return;
  setShownAddress(address);
  onChange();
}

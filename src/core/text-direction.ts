interface TextInfo {
  direction?: string;
}

/** The direction in which a language is written, by the platform's locale data. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  // ECMA-402 moved from the property to the method; Chromium and Node.js have either one or both.
  const locale = new Intl.Locale(language) as { getTextInfo?: () => TextInfo; textInfo?: TextInfo };
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction === 'rtl' ? 'rtl' : 'ltr';
}

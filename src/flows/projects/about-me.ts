/** What the user wants every model to know about them. */
export const ABOUT_ME_KEY = 'chat.aboutMe';

export const readAboutMe = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

import { contextBridge } from 'electron';
import { readTokenArgument } from './shell/token-argument.ts';

/**
 * All the page gets from Electron: the token it sends with every call to app://ui/api. Everything else is an API route,
 * so that the page is the same in both mounts and there is no IPC channel to guard.
 */
contextBridge.exposeInMainWorld('baton', Object.freeze({ token: readTokenArgument(process.argv) }));

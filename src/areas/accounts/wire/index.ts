// Every endpoint of the area.
export * from './apps.ts';
export * from './deletion.ts';
export * from './profile.ts';
export * from './sessions.ts';
export * from './sign-in.ts';
export * from './staff-apps.ts';

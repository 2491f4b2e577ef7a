/** `spawn` of Node.js, which also finds and quotes what Windows calls a command. */
declare module 'cross-spawn' {
  const spawn: typeof import('node:child_process').spawn;
  export default spawn;
}

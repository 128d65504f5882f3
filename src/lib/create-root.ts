// By itself, so that React's renderer is set up in a file, and in a task, of its own.
export { createRoot } from 'react-dom/client';

import { render } from 'preact';
import { App } from './app.js';
import { followChanges } from './changes.js';
import './styles.css';
import { applyTheme, readTheme } from './theme.js';

applyTheme(readTheme());
void followChanges();
render(<App />, document.body);

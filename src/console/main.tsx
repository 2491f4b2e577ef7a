import { render } from 'preact';
import { App } from './app.js';
import './styles.css';
import { applyTheme, readTheme } from './theme.js';

applyTheme(readTheme());
render(<App />, document.body);

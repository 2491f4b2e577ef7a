import { snippetsIn } from './blocks.js';
import { isSlow, testCommands } from './commands.js';

testCommands(snippetsIn('sh').filter(isSlow));

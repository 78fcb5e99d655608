import theme from 'vitepress/theme-without-fonts';
import './baton.css';

export default theme;

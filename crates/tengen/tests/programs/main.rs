//! The programs on the command line.

mod analysis;
mod analysis_kata;
mod architecture;
mod book;
mod closed_pipe;
mod command_lines;
mod course_commands;
mod data;
mod database;
mod documented_commands;
mod endless_files;
mod gtp;
mod hostile_databases;
mod markdown;
mod matches;
mod measured;
mod option_tables;
mod play;
mod play_files;
mod play_screen;
mod prompts;
mod prove;
mod sau;
mod selfplay;
mod snapshots;

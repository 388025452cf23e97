//! The programs on the command line.

mod analyze;
mod architecture;
mod book;
mod closed_pipe;
mod command_lines;
mod connect6_records;
mod course_commands;
mod data;
mod database;
mod documented_commands;
mod dots_sau;
mod endless_files;
mod hostile_databases;
mod manual;
mod matches;
mod picture;
mod play;
mod play_files;
mod play_screen;
mod puzzles;
mod sau;
mod sau_match;
mod sau_transcripts;
mod selfplay;
mod snapshots;
mod solve;
